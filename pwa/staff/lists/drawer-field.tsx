import { useApi } from '#pwa/lib/use-api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { Unread } from '../kit/unread.tsx'
import * as words from './list-words.ts'

const KEY = 'drawer'

/**
 * The tills whose drawers may hold an account's money: only cash is in drawers. `isKnown`: until then a form that needs
 * it must not be sent.
 */
export function useDrawers(account: string) {
  const isCash = account === CASH
  const read = useApi('GET /api/staff/tills', { query: { per_page: 100 } }, { enabled: isCash })
  return {
    isCash,
    isKnown: !isCash || read.data !== undefined,
    read,
    tills: read.data?.tills.data.filter(({ status_code }) => status_code === 'ACTIVE') ?? [],
  }
}

interface Props {
  drawers: ReturnType<typeof useDrawers>
  errors: string[] | undefined
  /** The label for choosing none. */
  none?: string
}

/** The drawer that cash moves in. Asks once per device, because a device stays at its drawer. */
export function DrawerField({ drawers: { isCash, read, tills }, errors, none = words.noTill }: Props) {
  if (!isCash) return null
  if (tills.length === 0) return <Unread of={read} />
  const last = localStorage.getItem(KEY)
  return (
    <>
      <SelectField
        label={words.whoseDrawer}
        name="till_id"
        required={false}
        errors={errors}
        hint={words.drawerHint}
        key={tills.length}
        defaultValue={tills.some(({ id }) => String(id) === last) ? last! : ''}
        onChange={({ target }) => remember(target.value)}
      >
        <option value="">{none}</option>
        {tills.map(({ id, code, name }) => (
          <option key={id} value={id}>
            {words.tillNamed(code, name)}
          </option>
        ))}
      </SelectField>
      <Unread of={read} />
    </>
  )
}

/** The drawer chosen in a form, for the request. */
export function drawerIn(form: FormData): { till_id?: number } {
  const till_id = Number(textOf(form, 'till_id'))
  return till_id > 0 ? { till_id } : {}
}

function remember(till: string): void {
  try {
    localStorage.setItem(KEY, till)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // a full storage: asks again next time
  }
}
