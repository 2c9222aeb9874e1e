import { DataTypes, literal, type DataType, type Model, type ModelStatic } from 'sequelize'
import { db } from '#api/db/database.ts'
import type { Entity, Field, Input, Row } from '#sync/protocol/entity.ts'

const column: { [K in Field['kind']]: (field: Extract<Field, { kind: K }>) => DataType } = {
  text: field => (field.as === 'area' ? DataTypes.TEXT : DataTypes.STRING(field.max)),
  money: () => DataTypes.DECIMAL(12, 2),
  count: () => DataTypes.INTEGER.UNSIGNED,
  flag: () => DataTypes.TINYINT.UNSIGNED,
  choice: () => DataTypes.STRING(40),
  day: () => DataTypes.DATEONLY,
  ref: () => DataTypes.STRING(40),
}

/** Written by the database's clock, because tills ask for changes since a time of that clock. */
const moment = () => ({ type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('CURRENT_TIMESTAMP(3)') })

/** A row as it is stored: what was sent, and when it was made and last changed. */
export type Stored<E> = Row<E> & { created_at: Date; updated_at: Date }
export type EntityModel<E> = ModelStatic<Model<Stored<E>, Input<E>>>

/**
 * The Sequelize model of an entity. sql/migrations creates its table; a test compares the two. A reference becomes an
 * association named after its entity, so create that model first.
 */
export function modelOf<E extends Entity>(entity: E): EntityModel<E> {
  const fields = Object.entries(entity.fields)
  const model = db.define(
    entity.name,
    {
      id: { type: DataTypes.INTEGER.UNSIGNED, primaryKey: true, autoIncrement: true },
      ...Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          {
            type: column[field.kind](field as never),
            allowNull: field.optional ?? false,
            ...(field.kept && { defaultValue: 0 }),
          },
        ]),
      ),
      created_at: moment(),
      updated_at: moment(),
    },
    { tableName: entity.plural, timestamps: false },
  )
  for (const [name, field] of fields)
    if (field.kind === 'ref')
      model.belongsTo(db.model(field.to), { as: field.to, foreignKey: name, targetKey: 'code', constraints: false })
  return model as never
}
