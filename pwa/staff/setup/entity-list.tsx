import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { download } from '#pwa/browser/download.ts'
import { choiceWords, manyOf, oneOf } from '#pwa/lib/entity-words.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import type { EntityPath } from '#sync/protocol/endpoints/entities.ts'
import { filtersOf, orderColumnsOf, type Entity } from '#sync/protocol/entity.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { ENTITIES, pageIn, useEntity, useEntityList, useNamed, type EntityRow } from './entity-api.ts'
import { EntityCell } from './entity-cell.tsx'
import * as words from './setup-words.ts'

/** The list of the entity in the address. */
export function EntityList() {
  const { path } = useEntity()
  return <EntityRows key={path} path={path} />
}

interface Props {
  path: EntityPath
  /** Cells that show more than their field. */
  cells?: Record<string, (row: EntityRow) => ReactNode>
}

export function EntityRows({ path, cells }: Props) {
  const entity = ENTITIES[path]
  const { get, page } = useFilters()
  const chosen = filtersOf(entity).flatMap(([name]) => (get(name) ? [[name, get(name)] as const] : []))
  const query = { search: get('search') || undefined, ...Object.fromEntries(chosen) }
  const list = useEntityList(
    path,
    { ...query, ...useOrder(orderColumnsOf(entity)), page, per_page: 12 },
    { page: true },
  )
  const isSifted = chosen.length > 0 || get('search') !== ''
  return (
    <ListScreen
      title={manyOf(entity)}
      list={list}
      pageOf={pageIn}
      columns={columnsOf(entity, cells)}
      usual={{ column: 'id', direction: 'desc' }}
      rowTo={({ id }) => `/staff/${path}/${id}/view`}
      csv={() => download(`GET /api/staff/${path}/csv`, { query }, `${path}.csv`)}
      action={
        <ButtonLink to={`/staff/${path}/add`} icon={<Plus size={20} aria-hidden />}>
          {words.newOne(oneOf(entity))}
        </ButtonLink>
      }
      filters={
        <>
          <SearchField label={words.search} />
          {filtersOf(entity).map(([name, field]) => (
            <Filter key={name} name={name} field={field} />
          ))}
        </>
      }
      empty={
        <EmptyState title={words.noneFound(manyOf(entity).toLowerCase())} icon={<ListChecks size={32} aria-hidden />}>
          {isSifted ? words.removeAFilter : words.addTheFirstOne}
        </EmptyState>
      }
    />
  )
}

const columnsOf = (entity: Entity, cells: Props['cells'] = {}): Column<EntityRow>[] =>
  entity.list.map(name => {
    const field = entity.fields[name]
    return {
      head: field?.label ?? words.id,
      order: name,
      cell: cells[name] ?? (row => <EntityCell entity={entity} name={name} row={row} />),
      ...((field?.kind === 'money' || field?.kind === 'count') && { isNumber: true }),
    }
  })

function Filter({ name, field }: { name: string; field: ReturnType<typeof filtersOf>[number][1] }) {
  const { bind } = useFilters()
  return (
    <SelectField label={field.label} {...bind(name)}>
      <option value="">{words.any}</option>
      {field.kind === 'choice' &&
        field.of.map(code => (
          <option key={code} value={code}>
            {choiceWords(code)}
          </option>
        ))}
      {field.kind === 'flag' && (
        <>
          <option value="1">{words.yes}</option>
          <option value="0">{words.no}</option>
        </>
      )}
      {field.kind === 'ref' && <Names to={field.to} />}
    </SelectField>
  )
}

const Names = ({ to }: { to: string }) =>
  useNamed(to).data?.map(({ id, code, name }) => (
    <option key={id} value={String(code)}>
      {String(name)}
    </option>
  ))
