import FileUp from 'lucide-react/icons/file-up'
import { download } from '#pwa/lib/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { ImportedFile } from '#sync/protocol/import.ts'
import { FORMATS } from '#sync/protocol/import-report.ts'
import { ListScreen, type Column } from '../list-screen.tsx'
import { ExportProducts } from './export-products.tsx'
import { STATUS_WORDS, summaryWords } from './import-words.ts'

const COLUMNS: Column<ImportedFile>[] = [
  { head: 'File', cell: ({ file_name, id }) => file_name || `File ${id}` },
  { head: 'Format', cell: ({ format_code }) => format_code ? FORMATS[format_code] : '' },
  { head: 'Status', cell: ({ status_code }) => <Chip kind={STATUS_WORDS[status_code].kind}>{STATUS_WORDS[status_code].words}</Chip> },
  { head: 'Products', cell: ({ summary }) => summary ? summaryWords(summary) : '' },
  { head: 'By', cell: ({ user }) => user?.name ?? '' },
  { head: 'When', cell: ({ created_at }) => formatDate(created_at) },
]

/** Product files that came in, and products as files. */
export function ImportList() {
  const { page } = useFilters()
  const list = useApi('GET /api/staff/imports', { query: { page } })
  const action = <ButtonLink to="/staff/imports/add" icon={<FileUp size={20} aria-hidden />}>New Import</ButtonLink>
  return (
    <>
      <ListScreen
        title="Imports" action={action} list={list} pageOf={({ imports }) => imports} columns={COLUMNS} rowTo={({ id }) => `/staff/imports/${id}/view`}
        csv={() => download('GET /api/staff/imports/csv', {}, 'imports.csv')}
        empty={<EmptyState title="No file was imported yet">Products come in as a CSV file: this shop’s own, Shopify’s or WooCommerce’s.</EmptyState>}
      />
      <ExportProducts />
    </>
  )
}
