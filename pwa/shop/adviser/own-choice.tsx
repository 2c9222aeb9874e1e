import { SelectField } from '#pwa/ui/field.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import * as words from './adviser-words.ts'
import type { useOwnGarments } from './own-garments.ts'

/** Something that the customer bought, with its size. */
export function OwnChoice({ garments }: { garments: ReturnType<typeof useOwnGarments> }) {
  const { data, error, refetch } = garments
  if (!data)
    return error ? (
      <LoadError what={words.yourOrders} message={error.message} again={() => void refetch()} />
    ) : (
      <Loader rows={1} height={44} />
    )
  if (data.length === 0) return <p>{words.nothingBought}</p>
  return (
    <SelectField label={words.whichOne} name="own">
      {data.map(({ key, name, size }) => (
        <option key={key} value={key}>
          {name}, {size}
        </option>
      ))}
    </SelectField>
  )
}
