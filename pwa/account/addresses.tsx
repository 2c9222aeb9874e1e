import MapPin from 'lucide-react/icons/map-pin'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { useRef, useState } from 'react'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { usePlaceNames } from '#pwa/orders/place-names.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { Address } from '#sync/protocol/shop/account.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import styles from './account.module.css'
import * as words from './address-words.ts'

/** A customer's address book. */
export function Addresses() {
  const { data, error, refetch } = useApi('GET /api/account/addresses', { query: { per_page: 100 } }, { page: true })
  const [going, setGoing] = useState<Address | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const removed = useRef(false)
  const ask = (address: Address) => {
    removed.current = false
    setGoing(address)
  }
  const close = () => {
    setGoing(null)
    if (removed.current) heading.current?.focus() // the button that had focus is gone
  }
  const addresses = data?.addresses.data
  return (
    <>
      <div className={page.head}>
        <h1 ref={heading} tabIndex={-1}>
          {words.addresses}
        </h1>
        {addresses && addresses.length > 0 && (
          <ButtonLink to="/account-area/addresses/add" icon={<Plus size={20} aria-hidden />}>
            {words.add}
          </ButtonLink>
        )}
      </div>
      {addresses ? (
        <Cards addresses={addresses} onRemove={ask} />
      ) : error ? (
        <LoadError what={words.yourAddresses} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={3} height={120} />
      )}
      <RemoveDialog
        address={going}
        onClose={close}
        onRemoved={() => {
          removed.current = true
        }}
      />
    </>
  )
}

function Cards({ addresses, onRemove }: { addresses: Address[]; onRemove: (address: Address) => void }) {
  if (addresses.length === 0)
    return (
      <EmptyState
        title={words.noAddresses}
        icon={<MapPin size={32} aria-hidden />}
        action={<ButtonLink to="/account-area/addresses/add">{words.add}</ButtonLink>}
      >
        {words.keepThem}
      </EmptyState>
    )
  return (
    <ul className={`bare ${styles.cards}`}>
      {addresses.map(address => (
        <li key={address.id} className={styles.card}>
          <div className={styles.name}>
            <h2>
              {address.first_name} {address.last_name}
            </h2>
            {address.is_default && (
              <Chip kind="info" icon={<Star size={16} aria-hidden />}>
                {words.offeredFirst}
              </Chip>
            )}
          </div>
          <address className={styles.lines}>
            <span>{address.address}</span>
            <Area address={address} />
            <span>{formatPhone(address.phone)}</span>
          </address>
          <div className={styles.actions}>
            <ButtonLink
              to={`/account-area/addresses/${address.id}/update`}
              kind="secondary"
              aria-label={words.changeWhich(address.address)}
            >
              {words.change}
            </ButtonLink>
            <Button
              type="button"
              kind="quiet"
              aria-label={words.removeWhich(address.address)}
              onClick={() => onRemove(address)}
            >
              {words.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Area = ({ address: { digital_address, region_code, zone_code } }: { address: Address }) => (
  <span>{[digital_address, usePlaceNames(region_code, zone_code)].filter(Boolean).join(' · ')}</span>
)

interface DialogProps {
  address: Address | null
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ address, onClose, onRemoved }: DialogProps) {
  const { errors, busy, onSubmit } = useSubmit(async () => {
    if (!address) return null
    const { message } = await api('DELETE /api/account/addresses/:id', { params: { id: address.id } })
    await queries.invalidateQueries({ queryKey: ['GET /api/account/addresses'] })
    say({ kind: 'ok', words: message })
    onRemoved()
    onClose()
    return null
  })
  return (
    <Dialog open={address !== null} onClose={onClose} title={words.removeThis}>
      <form className={page.stack} onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <p>
          {address?.address}. {words.ordersStay}
        </p>
        <DialogActions>
          <Button type="button" kind="secondary" onClick={onClose}>
            {words.keepIt}
          </Button>
          <Button kind="danger" busy={busy}>
            {words.removeIt}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
