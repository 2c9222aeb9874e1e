import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { FormScreen } from '../kit/form-screen.tsx'
import { STEPS } from './import-steps.ts'
import styles from './import.module.css'
import * as words from './import-words.ts'

/** The first step of an import: the file's first line decides its format. */
export function ImportAdd() {
  const navigate = useNavigate()
  const form = useSubmit(async (typed, key) => {
    const { import: opened } = await api('POST /api/staff/imports', { key, body: typed })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/imports'] })
    void navigate(`/staff/imports/${opened.id}/view`)
    return null
  })
  return (
    <FormScreen title={words.newImport} back="/staff/imports" submit={words.checkTheFile} form={form}>
      <Steps label={words.importing} steps={STEPS} at={0} />
      <TextField
        label={words.productFile}
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        required
        errors={form.fields.file}
        hint={words.fileHint}
      />
      <p className={styles.soft}>{words.whatAFileDoes}</p>
    </FormScreen>
  )
}
