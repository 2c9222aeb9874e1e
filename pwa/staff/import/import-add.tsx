import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { FormScreen } from '../kit/form-screen.tsx'
import { STEPS } from './import-steps.ts'
import styles from './import.module.css'

/** The first step of an import: whose format the file has is found out by its first line. */
export function ImportAdd() {
  const navigate = useNavigate()
  const form = useSubmit(async (typed, key) => {
    const { import: opened } = await api('POST /api/staff/imports', { key, body: typed })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/imports'] })
    void navigate(`/staff/imports/${opened.id}/view`)
    return null
  })
  return (
    <FormScreen title="New Import" back="/staff/imports" submit="Check the File" form={form}>
      <Steps label="Importing" steps={STEPS} at={0} />
      <TextField
        label="Product file"
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        required
        errors={form.fields.file}
        hint="A CSV file of at most 100 MB: this shop’s own, Shopify’s product export or WooCommerce’s. You see what it does before anything changes."
      />
      <p className={styles.soft}>
        A file adds and corrects, and never deletes. Its quantities count only for new variants.
      </p>
    </FormScreen>
  )
}
