import { useAtom } from 'jotai'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ahead } from '#pwa/browser/thrift.ts'
import { chosenPlace } from '#pwa/delivery/chosen-place.ts'
import { isStationOnly, unreached, useReach } from '#pwa/delivery/use-reach.ts'
import { session } from '#pwa/session/session.ts'
import { useFirstError } from '#pwa/forms/use-first-error.ts'
import * as orderingWords from '#pwa/orders/ordering-words.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { FieldGrid, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { isStation, type DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { AddressBook } from './address-book.tsx'
import { isPersonEmpty, personFrom } from './address-draft.ts'
import { phoneRules } from '#pwa/lib/phone-rules.ts'
import { checkInformation, stillAsked, withChoicesOf, type FieldErrors } from './check-information.ts'
import * as words from './checkout-words.ts'
import styles from './checkout.module.css'
import { DeliveryFields } from './delivery-fields.tsx'
import { DeliveryMethod } from './delivery-method.tsx'
import type { Draft } from './draft.ts'
import { OrderSummary } from './order-summary.tsx'
import { PickUpPlace } from './pick-up-place.tsx'
import { useCheckout } from './use-checkout.ts'

/** The next step also opens if the network goes away before it. */
const fetchReview = () => import('./review.tsx')

/** The first step: contact and delivery. This tab keeps what is typed. */
export function Information() {
  const { typed, type, ...rest } = useCheckout()
  const { errors, forgive, busy, form, onSubmit } = useInformation(typed, rest.zone)
  useKnownPerson(typed, type)
  useChosenPlace(typed, type)
  useEffect(() => ahead(fetchReview), [])
  const field = <Name extends TextName>(name: Name) => ({
    name,
    value: typed[name],
    errors: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      type({ [name]: target.value })
      forgive(name)
    },
  })
  const isDelivered = typed.delivery_method_code === 'delivery'
  return (
    <div className={styles.columns}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit} aria-label={words.information}>
        {Object.keys(errors).length > 0 && (
          <ErrorList messages={Object.values(errors).flatMap(messages => messages.slice(0, 1))} />
        )}
        <DeliveryMethod
          value={typed.delivery_method_code}
          onChoose={delivery_method_code => type({ delivery_method_code })}
        />
        {isDelivered ? (
          <section className={styles.part}>
            <h2>{words.whereTo}</h2>
            <AddressBook typed={typed} type={type} />
            <DeliveryFields
              zones={rest.zones}
              country={field('shipping_country_code')}
              region={field('shipping_region_code')}
              zone={field('shipping_delivery_zone_code')}
              address={field('shipping_address')}
            />
          </section>
        ) : (
          <PickUpPlace shop={rest.shop} />
        )}
        <section className={styles.part}>
          <h2>{words.whoOrders}</h2>
          <div className={styles.pair}>
            <TextField
              label={words.firstName}
              {...field('first_name')}
              autoComplete="given-name"
              maxLength={60}
              required
            />
            <TextField
              label={words.lastName}
              {...field('last_name')}
              autoComplete="family-name"
              maxLength={60}
              required
            />
          </div>
          <div className={styles.pair}>
            <TextField
              label={words.phone}
              {...field('phone')}
              type="tel"
              autoComplete="tel"
              maxLength={40}
              required
              hint={words.phoneHint}
            />
            <TextField
              label={words.email}
              {...field('email')}
              type="email"
              autoComplete="email"
              inputMode="email"
              maxLength={190}
              required
              hint={words.emailHint}
            />
          </div>
          <CheckField
            label={words.newsletter}
            name="newsletter"
            checked={typed.newsletter}
            onChange={({ target }) => type({ newsletter: target.checked })}
          />
        </section>
        <FieldGrid>
          <TextAreaField label={words.additionalNotes} {...field('shipping_additional_details')} maxLength={1000} />
        </FieldGrid>
        <div className={styles.ends}>
          <ButtonLink to="/cart" kind="secondary">
            {orderingWords.returnToCart}
          </ButtonLink>
          <Button busy={busy}>{words.reviewOrder}</Button>
        </div>
      </form>
      <OrderSummary {...rest} typed={typed} />
    </div>
  )
}

/** Fills in a customer's details while they have typed nothing; a field they empty stays empty. */
function useKnownPerson(typed: Draft, type: (change: Partial<Draft>) => void) {
  const isDone = useRef(false)
  useEffect(() => {
    const user = session.user()
    if (user && !isDone.current && isPersonEmpty(typed)) type(personFrom(user))
    isDone.current = true
  }, [typed, type])
}

/** Starts with the region that was chosen on another page, and remembers the one chosen here. */
function useChosenPlace(typed: Draft, type: (change: Partial<Draft>) => void) {
  const [chosen, choose] = useAtom(chosenPlace)
  const isDone = useRef(false)
  const { shipping_region_code: region_code, shipping_delivery_zone_code: zone_code } = typed
  useEffect(() => {
    if (!isDone.current && region_code === '' && chosen.region_code !== '')
      type({ shipping_region_code: chosen.region_code, shipping_delivery_zone_code: chosen.zone_code })
    else if (region_code !== '' && (region_code !== chosen.region_code || zone_code !== chosen.zone_code))
      choose({ region_code, zone_code })
    isDone.current = true
  }, [region_code, zone_code, chosen, choose, type])
}

type TextName = Exclude<
  { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft],
  'delivery_method_code'
>

/** Checks the input, and continues if it is valid. Also shows errors that the shop found at the next step. */
function useInformation(typed: Draft, zone: DeliveryZone | null) {
  const { regions } = useReach(typed.delivery_method_code === 'delivery')
  const navigate = useNavigate()
  const sent = (useLocation().state as { errors?: FieldErrors } | null)?.errors
  const [found, find] = useState<FieldErrors>(sent ?? {})
  const [forgiven, setForgiven] = useState<readonly string[]>([])
  const atStation = isStation(zone) || isStationOnly(regions, typed.shipping_region_code)
  const left = Object.fromEntries(Object.entries(found).filter(([name]) => !forgiven.includes(name)))
  const errors = stillAsked(left, typed, atStation)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFirstError(form, found)
  useEffect(() => void phoneRules(), []) // loads while the form is filled in
  const forgive = (name: string) => {
    const concerned = withChoicesOf(name).filter(field => errors[field])
    if (concerned.length > 0) setForgiven([...forgiven, ...concerned])
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const beyond = unreached(regions, typed.shipping_region_code)?.name
    const wrong = checkInformation(typed, { readPhone: await phoneRules(), atStation, beyond })
    setBusy(false)
    find(wrong)
    setForgiven([])
    if (Object.keys(wrong).length === 0) void navigate('/checkout/review')
  }
  return { errors, forgive, busy, form, onSubmit: (event: FormEvent) => void onSubmit(event) }
}
