import FileUp from 'lucide-react/icons/file-up'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { IMPORT_ORDERS } from '#sync/protocol/endpoints/imports.ts'
import type { ImportedFile } from '#sync/protocol/staff/import.ts'
import { FORMATS } from '#sync/protocol/staff/import-report.ts'
import { ChoiceFilter, DayFilters, known } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { ExportProducts } from './export-products.tsx'
import * as words from './import-words.ts'

const COLUMNS: Column<ImportedFile>[] = [
  { head: words.file, order: 'file_name', cell: ({ file_name, id }) => file_name || words.fileNumbered(id) },
  { head: words.format, order: 'format_code', cell: ({ format_code }) => (format_code ? FORMATS[format_code] : '') },
  {
    head: words.status,
    order: 'status_code',
    cell: ({ status_code, pictures }) => (
      <Chip kind={words.STATUS_WORDS[status_code].kind}>
        {status_code === 'FETCHING' ? words.picturesDone(pictures) : words.STATUS_WORDS[status_code].words}
      </Chip>
    ),
  },
  { head: words.products, cell: ({ summary }) => (summary ? words.summaryWords(summary) : '') },
  { head: words.by, order: 'user', cell: ({ user }) => user?.name ?? '' },
  { head: words.when, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
]

const STATUSES = Object.fromEntries(Object.entries(words.STATUS_WORDS).map(([code, { words }]) => [code, words]))

/** Imported product files, and exports. */
export function ImportList() {
  const { get, page } = useFilters()
  const query = {
    search: get('search') || undefined,
    status_code: known(words.STATUS_WORDS, get('status_code')),
    format_code: known(FORMATS, get('format_code')),
    user_id: Number(get('user_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const isSifted = Object.values(query).some(Boolean)
  const list = useApi(
    'GET /api/staff/imports',
    { query: { ...query, ...useOrder(IMPORT_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const action = (
    <ButtonLink to="/staff/imports/add" icon={<FileUp size={20} aria-hidden />}>
      {words.newImport}
    </ButtonLink>
  )
  return (
    <>
      <ListScreen
        title={words.imports}
        action={action}
        list={list}
        pageOf={({ imports }) => imports}
        columns={COLUMNS}
        rowTo={({ id }) => `/staff/imports/${id}/view`}
        csv={() => download('GET /api/staff/imports/csv', { query }, 'imports.csv')}
        usual={{ column: 'id', direction: 'desc' }}
        filters={
          <>
            <SearchField label={words.nameOfFile} />
            <ChoiceFilter label={words.status} name="status_code" all={words.everyStatus} words={STATUSES} />
            <ChoiceFilter label={words.format} name="format_code" all={words.everyFormat} words={FORMATS} />
            <PersonField label={words.by} />
            <DayFilters />
          </>
        }
        empty={
          isSifted ? (
            <EmptyState title={words.noImportsFound}>{words.removeAFilter}</EmptyState>
          ) : (
            <EmptyState title={words.noneYet}>{words.importsAppearHere}</EmptyState>
          )
        }
      />
      <ExportProducts />
    </>
  )
}
