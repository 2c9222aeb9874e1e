import { useState } from 'react'
import { deviceName } from '#pwa/browser/device-words.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { register } from '#pwa/session/sign-in.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import * as words from './account-words.ts'

/** Offers a guest an account after the order, for one password: the rest is known. The order moves into it. */
export function GuestAccount({ person }: { person: NonNullable<Order['shipping_address']> }) {
  const user = useSignedIn()
  const [isMade, setMade] = useState(false)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const password = String(form.get('password'))
    const { first_name, last_name, email, phone } = person
    await register({
      name: `${first_name} ${last_name}`,
      email,
      phone,
      password,
      password_confirmation: password,
      device_name: deviceName(),
    })
    setMade(true)
    return null
  })
  if (isMade)
    return (
      <Alert kind="ok" title={words.accountMade}>
        <Link to="/account-area/orders">{words.yourOrders}</Link>
      </Alert>
    )
  if (user) return null
  const isTaken = fields.email !== undefined
  return (
    <section aria-labelledby="account">
      <h2 id="account">{words.makeAccount}</h2>
      <p>{words.whyAccount}</p>
      <form method="post" noValidate className={page.stack} onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <input type="hidden" name="username" autoComplete="username" value={person.email} readOnly />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          hint={words.passwordFor(person.email)}
          errors={fields.password}
        />
        {isTaken && (
          <p>
            <Link to="/login?redirect=/account-area/orders">{words.signIn}</Link>
          </p>
        )}
        <Button busy={busy}>{words.createAccount}</Button>
      </form>
    </section>
  )
}
