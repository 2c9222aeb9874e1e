import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DataTypes, type Model, type ModelStatic } from 'sequelize'
import { registered } from '#api/entities.ts'
import { db, execute, select } from '#api/db/database.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'

let api: Api
let manager: string
let admin: string
beforeAll(async () => {
  api = await startApi()
  manager = (await aUser('MANAGER')).token
  admin = (await aUser('ADMINISTRATOR')).token
})
afterAll(() => api.stop())

interface Row {
  id: number
  code: string
  name: string
  updated_at: string
  created_at: string
}
const add = async (code: string, name = 'Navy') =>
  (await api.send('POST', '/api/staff/colours', { token: admin, body: { code, name } })).body.colour as unknown as Row

describe('a declared entity', () => {
  test('can be added, viewed, listed and changed', async () => {
    const added = await api.send('POST', '/api/staff/colours', {
      token: admin,
      body: { code: '1F2A44', name: ' Indigo ' },
    })
    expect(added).toMatchObject({
      status: 201,
      body: { message: 'Colour added.', colour: { code: '1F2A44', name: 'Indigo' } },
    })
    const { id } = added.body.colour as unknown as Row
    expect((await api.send('GET', `/api/staff/colours/${id}`, { token: manager })).body).toEqual({
      colour: added.body.colour,
    })
    const changed = await api.send('PATCH', `/api/staff/colours/${id}`, {
      token: admin,
      body: { name: 'Deep indigo', code: '1F2A44' },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'Colour updated.', colour: { id, name: 'Deep indigo' } },
    })
    const newest = await add('ABCDEF')
    expect((await api.send('GET', '/api/staff/colours?per_page=1', { token: manager })).body).toMatchObject({
      colours: { data: [{ id: newest.id }], total: 2, last_page: 2 },
    })
    expect((await api.send('GET', '/api/staff/colours?page=9', { token: manager })).body).toMatchObject({
      colours: { data: [] },
    })
  })

  test('can be searched, filtered and sorted by its columns', async () => {
    const region = async (code: string, name: string) =>
      api.send('POST', '/api/staff/delivery-zones', {
        token: admin,
        body: { region_code: code, name, code: name.toUpperCase(), cost: name.length },
      })
    await execute('DELETE FROM delivery_zones')
    for (const [code, name] of [
      ['GH-AH', 'Kumasi'],
      ['GH-AH', 'Obuasi_1'],
      ['GH-NP', 'Tamale'],
    ] as const)
      expect((await region(code, name)).status).toBe(201)
    const names = async (query: string) => {
      const { status, body } = await api.send('GET', `/api/staff/delivery-zones?${query}`, { token: admin })
      return status === 200
        ? (body.delivery_zones as unknown as { data: Row[] }).data.map(({ name }) => name)
        : Object.keys(body.errors ?? {})
    }
    expect(await names('')).toEqual(['Tamale', 'Obuasi_1', 'Kumasi'])
    expect(await names('search=kum')).toEqual(['Kumasi'])
    expect(await names('search=ashanti')).toEqual(['Obuasi_1', 'Kumasi'])
    expect([await names('search=%25'), await names('search=i_1'), await names('search=a_s')]).toEqual([
      [],
      ['Obuasi_1'],
      [],
    ])
    expect(await names('region_code=GH-NP')).toEqual(['Tamale'])
    expect(await names('order_column=name&order_direction=asc')).toEqual(['Kumasi', 'Obuasi_1', 'Tamale'])
    expect(await names('order_column=cost')).toEqual(['Obuasi_1', 'Tamale', 'Kumasi'])
    expect(await names('order_column=region_code&order_direction=asc')).toEqual(['Kumasi', 'Obuasi_1', 'Tamale'])
    expect(await names('order_column=created_at')).toEqual(['order_column'])
    expect(await names('order_column=id;DROP&order_direction=up')).toEqual(['order_column', 'order_direction'])
    expect(
      (await api.send('GET', '/api/staff/coupons?status_code=GONE&free_delivery=2', { token: admin })).body.errors,
    ).toMatchObject({ status_code: [expect.any(String)], free_delivery: [expect.any(String)] })
    const csv = await api.send('GET', '/api/staff/delivery-zones/csv?search=ashanti', { token: admin })
    expect(csv.text.split('\r\n').map(line => line.split(',').slice(1, 12).join())).toEqual([
      'region_code,name,code,locations,cost,kind,pay_on_delivery,deposit_percent,deposit_amount,days_from,days_to',
      'GH-AH,Obuasi_1,OBUASI_1,,8.00,DOOR,0,,,,',
      'GH-AH,Kumasi,KUMASI,,6.00,DOOR,0,,,,',
      '',
    ])
  })

  test('logs each change with who made it and the old value', async () => {
    const { id } = await add('ABCABC', 'Sand')
    await api.send('PATCH', `/api/staff/colours/${id}`, { token: admin, body: { name: 'Dune' } })
    await api.send('PATCH', `/api/staff/colours/${id}`, { token: admin, body: { name: 'Dune' } })
    await api.send('PATCH', `/api/staff/colours/${id}`, { token: admin, body: { name: '' } })
    const changes = await select<{ action: string; was: string | null; became: string; user_id: number }>(
      "SELECT action, was, became, user_id FROM staff_changes WHERE subject = 'colour' AND subject_id = ? ORDER BY id",
      [id],
    )
    expect(changes.map(({ action, was, became }) => [action, JSON.parse(was ?? 'null'), JSON.parse(became)])).toEqual([
      ['add', null, expect.objectContaining({ code: 'ABCABC', name: 'Sand' })],
      ['change', { name: 'Sand' }, { name: 'Dune' }],
    ])
    expect(changes.every(({ user_id }) => user_id > 0)).toBe(true)
  })

  test('refuses what breaks its rules, field by field', async () => {
    const refused = async (body: object) =>
      (await api.send('POST', '/api/staff/colours', { token: admin, body })).body.errors
    expect(Object.keys((await refused({})) ?? {})).toEqual(['code', 'name'])
    expect(await refused({ code: 'red', name: 'Red' })).toHaveProperty('code')
    expect(await refused({ code: 'FF0000', name: '' })).toHaveProperty('name')
    expect(await refused({ code: 'FF0000', name: 'x'.repeat(61) })).toHaveProperty('name')
    expect(await refused({ code: 'FF0000', name: 'Red', id: 1 })).toHaveProperty('id')
    expect(await refused({ code: 'FF0000', name: 'Red', created_at: '2020-01-01' })).toHaveProperty('created_at')
    expect(await select("SELECT id FROM colours WHERE code = 'FF0000'")).toEqual([])
  })

  test('refuses a duplicate code beside its field', async () => {
    await add('00FF00')
    expect(
      await api.send('POST', '/api/staff/colours', { token: admin, body: { code: '00FF00', name: 'Again' } }),
    ).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } })
  })

  test('keeps its fixed fields', async () => {
    const { id } = await add('0000FF')
    expect(
      await api.send('PATCH', `/api/staff/colours/${id}`, { token: admin, body: { code: '0000FE' } }),
    ).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } })
    expect(await api.send('PATCH', `/api/staff/colours/${id}`, { token: admin, body: { id: 5 } })).toMatchObject({
      status: 422,
    })
  })

  test('is not overwritten from a stale screen', async () => {
    const seen = await add('0F0F0F')
    const first = await api.send('PATCH', `/api/staff/colours/${seen.id}`, {
      token: admin,
      body: { name: 'First', updated_at: seen.updated_at },
    })
    expect(first.status).toBe(200)
    const second = await api.send('PATCH', `/api/staff/colours/${seen.id}`, {
      token: admin,
      body: { name: 'Second', updated_at: seen.updated_at },
    })
    expect(second).toMatchObject({ status: 409, body: { code: 'stale', colour: { id: seen.id, name: 'First' } } })
    const { updated_at } = first.body.colour as unknown as Row
    expect(
      (await api.send('PATCH', `/api/staff/colours/${seen.id}`, { token: admin, body: { name: 'Second', updated_at } }))
        .status,
    ).toBe(200)
  })

  test('is read from clearance 3 and written from 4', async () => {
    const { id } = await add('123456')
    const customer = (await aUser('CUSTOMER')).token
    for (const [token, read, write] of [
      [null, 401, 401],
      [customer, 403, 403],
      [manager, 200, 403],
    ] as const) {
      expect((await api.send('GET', '/api/staff/colours', { token })).status).toBe(read)
      expect((await api.send('GET', `/api/staff/colours/${id}`, { token })).status).toBe(read)
      expect(
        (await api.send('POST', '/api/staff/colours', { token, body: { code: '654321', name: 'No' } })).status,
      ).toBe(write)
      expect((await api.send('PATCH', `/api/staff/colours/${id}`, { token, body: { name: 'No' } })).status).toBe(write)
    }
  })

  test('is added once per Idempotency-Key', async () => {
    const send = () =>
      api.send('POST', '/api/staff/sizes', {
        token: admin,
        body: { code: 'UK20', name: 'UK 20' },
        headers: { 'idempotency-key': 'size-uk20' },
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test.each(['0', 'x', '99999999999', '4000000'])('does not exist under the id %s', async id =>
    expect((await api.send('GET', `/api/staff/sizes/${id}`, { token: admin })).status).toBe(404),
  )
})

interface Column {
  name: string
  type: string
  is_nullable: string
}

/** Where a model and its table differ, in words. */
async function differences(model: ModelStatic<Model>): Promise<string[]> {
  const columns = new Map(
    (
      await select<Column>(
        `SELECT column_name AS name, column_type AS type, is_nullable FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = ?`,
        [model.getTableName() as string],
      )
    ).map(column => [column.name, column]),
  )
  const attributes = Object.entries(model.getAttributes())
  const missing = [...columns.keys()]
    .filter(name => !attributes.some(([attribute]) => attribute === name))
    .map(name => `${name} is not in the model`)
  return [
    ...missing,
    ...attributes.flatMap(([name, { type, allowNull, primaryKey }]) => {
      const column = columns.get(name)
      if (!column) return [`${name} is not in the table`]
      const said = sqlTypeOf(type)
      return [
        ...(said === column.type ? [] : [`${name} is ${column.type}, not ${said}`]),
        ...((column.is_nullable === 'YES') === (allowNull === true && !primaryKey)
          ? []
          : [`${name} differs in whether it may be empty`]),
      ]
    }),
  ]
}

/** A Sequelize type in the words of information_schema. */
const sqlTypeOf = (type: unknown): string =>
  String((type as { toSql?: () => string }).toSql?.() ?? type)
    .toLowerCase()
    .replace('integer unsigned', 'int(10) unsigned')
    .replace('tinyint unsigned', 'tinyint(3) unsigned')

describe('the declarations and the tables', () => {
  test.each(registered.map(({ entity, model }) => [entity.plural, model as unknown as ModelStatic<Model>]))(
    'say the same of %s',
    async (_, model) => expect(await differences(model)).toEqual([]),
  )

  test('are reported when they differ', async () => {
    await execute(
      'CREATE TABLE hats (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, code VARCHAR(6), name VARCHAR(60) NOT NULL, brim INT UNSIGNED NOT NULL)',
    )
    const hat = db.define(
      'hat',
      {
        id: { type: DataTypes.INTEGER.UNSIGNED, primaryKey: true },
        code: { type: DataTypes.STRING(6), allowNull: false },
        name: { type: DataTypes.STRING(80), allowNull: false },
        ribbon: DataTypes.STRING(9),
      },
      { tableName: 'hats', timestamps: false },
    )
    expect(await differences(hat)).toEqual([
      'brim is not in the model',
      'code differs in whether it may be empty',
      'name is varchar(60), not varchar(80)',
      'ribbon is not in the table',
    ])
    await execute('DROP TABLE hats')
  })
})
