import { useParams } from 'react-router-dom'
import { oneOf } from '#pwa/lib/entity-words.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import type { EntityPath } from '#sync/protocol/endpoints/entities.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Opening } from '../opening.tsx'
import type { Read } from '../kit/unread.tsx'
import { ENTITIES, saveEntity, useEntity, useEntityRow, type EntityRow } from './entity-api.ts'
import { EntityFields } from './entity-fields.tsx'
import { typedRow } from './typed-row.ts'
import * as words from './setup-words.ts'

/** Changes a row of the entity in the address. */
export function EntityView() {
  const { path } = useEntity()
  const id = idIn(useParams().id)
  const { row, read } = useEntityRow(path, id)
  useTitle(row && String(row.name))
  if (row) return <UpdateForm key={`${path} ${id}`} path={path} row={row} read={read} />
  return <Opening title={oneOf(ENTITIES[path])} back={`/staff/${path}`} read={read} rows={4} />
}

function UpdateForm({ path, row, read }: { path: EntityPath; row: EntityRow; read: Read }) {
  const entity = ENTITIES[path]
  const form = useSubmit((typed, key) =>
    saveEntity(path, { ...typedRow(entity, typed), updated_at: textOf(typed, 'updated_at') }, { id: row.id, key }),
  )
  return (
    <FormScreen
      title={String(row.name)}
      back={`/staff/${path}`}
      submit={words.updateOne(oneOf(entity))}
      form={form}
      row={row}
      read={read}
      after={<HistoryPanel subject={entity.name} id={row.id} />}
    >
      <EntityFields entity={entity} row={row} errors={form.fields} />
    </FormScreen>
  )
}
