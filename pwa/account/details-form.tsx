import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { rename } from '#pwa/session/session.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { OwnUser } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import styles from './account.module.css'
import * as words from './details-words.ts'

export function DetailsForm({ user }: { user: OwnUser }) {
  const { message, errors, fields, busy, onSubmit } = useSubmit(async form => {
    const reply = await api('PATCH /api/account', {
      body: { name: textOf(form, 'name'), phone: textOf(form, 'phone'), updated_at: user.updated_at },
    })
    rename(reply.user.name)
    await queries.invalidateQueries({ queryKey: ['GET /api/account'] })
    return reply.message
  })
  return (
    <section className={styles.section} aria-labelledby="details">
      <h2 id="details">{words.nameAndPhone}</h2>
      <form key={`${user.name} ${user.phone}`} onSubmit={onSubmit}>
        {message && <Alert kind="ok">{message}</Alert>}
        <ErrorList messages={errors} />
        <TextField
          label={words.name}
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          defaultValue={user.name}
          errors={fields.name}
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          required
          value={user.email}
          hint={words.writeToUs}
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          defaultValue={formatPhone(user.phone ?? '')}
          errors={fields.phone}
        />
        <div>
          <Button busy={busy}>{words.save}</Button>
        </div>
      </form>
    </section>
  )
}
