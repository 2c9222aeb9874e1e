import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import Plus from 'lucide-react/icons/plus'
import UsersRound from 'lucide-react/icons/users'
import { download } from '#pwa/browser/download.ts'
import { formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { USER_ORDERS } from '#sync/protocol/endpoints/people.ts'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import * as words from './people-words.tsx'

const COLUMNS: Column<StaffUser>[] = [
  { head: words.userName, order: 'name', cell: ({ name }) => name },
  { head: words.email, order: 'email', cell: ({ email }) => email },
  { head: words.phone, cell: ({ phone }) => (phone ? formatPhone(phone) : '–') },
  { head: words.role, order: 'role_code', cell: ({ role }) => role.name },
  {
    head: words.status,
    order: 'status_code',
    cell: ({ status_code }) =>
      status_code === 'ACTIVE' ? (
        <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
          {words.active}
        </Chip>
      ) : (
        <Chip icon={<CircleOff size={16} aria-hidden />}>{words.inactive}</Chip>
      ),
  },
  { head: words.since, order: 'created_at', cell: ({ created_at }) => formatDay(created_at) },
]

export function UserList() {
  const { get, bind, page } = useFilters()
  const [role, status] = [get('role_code'), get('status_code')]
  const query = {
    search: get('search') || undefined,
    role_code: Object.hasOwn(ROLES, role) ? (role as RoleCode) : undefined,
    status_code: status === 'ACTIVE' || status === 'INACTIVE' ? status : undefined,
  } as const
  const list = useApi(
    'GET /api/staff/users',
    { query: { ...query, ...useOrder(USER_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={role === 'CUSTOMER' ? words.customers : words.users}
      list={list}
      pageOf={({ users }) => users}
      columns={COLUMNS}
      usual={{ column: 'created_at', direction: 'desc' }}
      rowTo={({ id }) => `/staff/users/${id}/view`}
      csv={() => download('GET /api/staff/users/csv', { query }, 'users.csv')}
      action={
        <ButtonLink to="/staff/users/add" icon={<Plus size={20} aria-hidden />}>
          {words.newUser}
        </ButtonLink>
      }
      filters={
        <>
          <SearchField label={words.searchBox} />
          <SelectField label={words.role} {...bind('role_code')}>
            <option value="">{words.everyRole}</option>
            {Object.entries(ROLES).map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label={words.status} {...bind('status_code')}>
            <option value="">{words.any}</option>
            <option value="ACTIVE">{words.active}</option>
            <option value="INACTIVE">{words.inactive}</option>
          </SelectField>
        </>
      }
      empty={
        <EmptyState title={words.nobodyFound} icon={<UsersRound size={32} aria-hidden />}>
          {words.tryAnother}
        </EmptyState>
      }
    />
  )
}
