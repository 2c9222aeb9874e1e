import { oneOf } from '#pwa/lib/entity-words.ts'
import { AddScreen } from '../kit/add-screen.tsx'
import { saveEntity, useEntity } from './entity-api.ts'
import { EntityFields } from './entity-fields.tsx'
import { typedRow } from './typed-row.ts'

/** Adds a row of the entity in the address. */
export function EntityAdd() {
  const { path, entity } = useEntity()
  return (
    <AddScreen
      key={path}
      one={oneOf(entity)}
      back={`/staff/${path}`}
      send={(typed, key) => saveEntity(path, typedRow(entity, typed), { key })}
    >
      {errors => <EntityFields entity={entity} errors={errors} />}
    </AddScreen>
  )
}
