import { Op, type IncludeOptions, type Model, type ModelStatic, type Order, type WhereOptions } from 'sequelize'
import { recordChange } from '#api/audit/record-change.ts'
import type { EntityModel } from '#api/crud/model.ts'
import { refuseBroken } from '#api/crud/refuse.ts'
import { asKept, sentFields } from '#api/crud/rules.ts'
import { inTransaction } from '#api/db/database.ts'
import { notFound, refuseIfStale } from '#api/errors.ts'
import { HIGHEST_ID, inBatches, type CsvCell, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { EntityFilter, EntityQuery, StaffRow } from '#sync/protocol/endpoints/entities.ts'
import { filtersOf, titleOf, type Change, type Entity, type Input } from '#sync/protocol/entity.ts'
import type { Page } from '#sync/protocol/page.ts'

/** Operations on an entity's rows. A write is one transaction, joins a surrounding one, and records who did it. */
export interface Rows<E extends Entity> {
  list(query: EntityQuery): Promise<Page<StaffRow<E>>>
  /** All rows that match a filter, the newest first, streamed. */
  table(filter: EntityFilter, beside?: Beside): Table
  /** @throws 404 */
  find(id: number): Promise<StaffRow<E>>
  /** @throws 422 beside the field, also for a taken value */
  add(sent: Input<E>): Promise<StaffRow<E>>
  /** @throws 404, 409 if the row changed since it was read, 422 */
  change(id: number, sent: Change<E>): Promise<StaffRow<E>>
}

/** A table column that is not a field: its values by row id. */
export interface Beside {
  column: string
  of: (ids: readonly number[]) => Promise<ReadonlyMap<number, CsvCell>>
}

export function rowsOf<E extends Entity>(entity: E, typedModel: EntityModel<E>): Rows<E> {
  const model = typedModel as unknown as ModelStatic<Model>
  const { name } = entity
  const include: IncludeOptions[] = Object.values(entity.fields).flatMap(field =>
    field.kind === 'ref' ? [{ association: field.to, attributes: ['name'] }] : [],
  )
  const fields = sentFields(entity).map(([field]) => field)
  const find = async (id: number): Promise<StaffRow<E>> => shown(await model.findByPk(id, { include }))

  return {
    async list(query) {
      const { rows, count } = await model.findAndCountAll({
        where: conditionsOf(entity, query),
        order: orderOf(entity, query),
        include,
        subQuery: false,
        ...windowOf(query),
      })
      return paged(rows.map(shown), count, query)
    },
    table: (filter, beside) =>
      tableOf(
        entity,
        lastId =>
          model
            .findAll({
              where: { [Op.and]: [conditionsOf(entity, filter), { id: { [Op.lt]: lastId } }] },
              order: [['id', 'DESC']],
              include,
              subQuery: false,
              limit: 1000,
            })
            .then(rows => rows.map(row => row.get({ plain: true }) as StoredRow)),
        beside,
      ),
    find,
    add: sent =>
      inTransaction(async () => {
        const row = asKept(entity, sent)
        await refuseBroken(entity, row)
        const { id } = (await model.create(row, { fields })).get() as { id: number }
        const became = await find(id)
        await recordChange({ subject: name, subject_id: id, action: 'add', became })
        return became
      }),
    change: (id, { updated_at, ...sent }) =>
      inTransaction(async () => {
        const held = await model.findByPk(id, { lock: true })
        const was = await find(id)
        await refuseIfStale(updated_at, was.updated_at, () => ({ [name]: was }))
        const changes = asKept(entity, sent)
        await refuseBroken(entity, changes, held!.get())
        await held!.update(changes, { fields })
        const became = await find(id)
        await recordChange({ subject: name, subject_id: id, action: 'change', was, became })
        return became
      }),
  }

  function shown(row: Model | null): StaffRow<E> {
    if (!row) throw notFound(titleOf(entity))
    return JSON.parse(JSON.stringify(row)) as StaffRow<E>
  }
}

type StoredRow = { id: number } & Record<string, unknown>

function conditionsOf(entity: Entity, { search, ...asked }: EntityFilter): WhereOptions {
  const exact = filtersOf(entity).flatMap(([name]) => (asked[name] === undefined ? [] : [{ [name]: asked[name] }]))
  return { [Op.and]: search ? [...exact, { [Op.or]: soughtIn(entity, search) }] : exact }
}

/** Searches texts, choices, and the names of references. */
function soughtIn(entity: Entity, search: string): WhereOptions[] {
  const like = { [Op.like]: holding(search) }
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind === 'ref') return [{ [`$${field.to}.name$`]: like }]
    return field.kind === 'text' || field.kind === 'choice' ? [{ [name]: like }] : []
  })
}

function orderOf(entity: Entity, { order_column, order_direction = 'desc' }: EntityQuery): Order {
  if (!order_column) return [['id', 'DESC']]
  const field = entity.fields[order_column]
  const column: Order =
    field?.kind === 'ref' ? [[field.to, 'name', order_direction]] : [[order_column, order_direction]]
  return [...(column as [string, string][]), ['id', order_direction]]
}

function tableOf(entity: Entity, batchBehind: (id: number) => Promise<StoredRow[]>, beside?: Beside): Table {
  const columns = ['id', ...Object.keys(entity.fields), 'created_at', ...(beside ? [beside.column] : [])]
  const rows = inBatches(beside ? async id => withColumn(beside, await batchBehind(id)) : batchBehind, HIGHEST_ID)
  return { columns, rows: cellsOf(rows, columns, entity) }
}

async function withColumn({ column, of }: Beside, rows: StoredRow[]): Promise<StoredRow[]> {
  const cells = await of(rows.map(({ id }) => id))
  return rows.map(row => ({ ...row, [column]: cells.get(row.id) }))
}

async function* cellsOf(rows: AsyncIterable<StoredRow>, columns: string[], entity: Entity): AsyncGenerator<CsvCell[]> {
  for await (const row of rows) yield columns.map(name => cellOf(row[name], entity.fields[name]?.kind === 'money'))
}

function cellOf(value: unknown, isMoney: boolean): CsvCell {
  return isMoney && typeof value === 'number' ? value.toFixed(2) : (value as CsvCell)
}
