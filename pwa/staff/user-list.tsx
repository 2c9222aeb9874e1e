import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import Plus from 'lucide-react/icons/plus'
import UsersRound from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import type { StaffUser } from '#sync/protocol/endpoints.ts'
import { ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { ListScreen, type Column } from './list-screen.tsx'
import styles from './list-screen.module.css'
import { SearchField } from './search-field.tsx'

const COLUMNS: Column<StaffUser>[] = [
  { head: 'Name', cell: ({ id, name }) => <Link className={styles.open} to={`/staff/users/${id}/view`}>{name}</Link> },
  { head: 'E-mail', cell: ({ email }) => email },
  { head: 'Phone', cell: ({ phone }) => phone ?? '–' },
  { head: 'Role', cell: ({ role }) => role.name },
  { head: 'Status', cell: ({ status_code }) => status_code === 'ACTIVE'
    ? <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>Active</Chip>
    : <Chip icon={<CircleOff size={16} aria-hidden />}>Inactive</Chip> },
  { head: 'Since', cell: ({ created_at }) => formatDay(created_at) },
]

export function UserList() {
  const { get, set, page } = useFilters()
  const role = get('role_code')
  const list = useApi('GET /api/staff/users', {
    query: { page, per_page: 12, search: get('search'), role_code: Object.hasOwn(ROLES, role) ? role as RoleCode : undefined },
  }, { page: true })
  return (
    <ListScreen
      title="Users" list={list} pageOf={({ users }) => users} columns={COLUMNS}
      action={<ButtonLink to="/staff/users/add" icon={<Plus size={20} aria-hidden />}>New User</ButtonLink>}
      filters={(
        <>
          <SearchField label="Name or e-mail" />
          <SelectField label="Role" name="role_code" value={role} onChange={event => set('role_code', event.target.value)}>
            <option value="">Every role</option>
            {Object.entries(ROLES).map(([code, { name }]) => <option key={code} value={code}>{name}</option>)}
          </SelectField>
        </>
      )}
      empty={<EmptyState title="No users found." icon={<UsersRound size={32} aria-hidden />}>Try another name, or every role.</EmptyState>}
    />
  )
}
