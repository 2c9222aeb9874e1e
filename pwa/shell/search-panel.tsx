import { useAtom } from 'jotai'
import Search from 'lucide-react/icons/search'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { useLater } from '#pwa/lib/use-later.ts'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { productPath, type Suggestion } from '#sync/protocol/shop/catalogue.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import styles from './search-panel.module.css'
import { SearchOptions, type SearchOption } from './search-options.tsx'
import * as words from './search-words.ts'

const LIST = 'search-options'
const FROM_LETTERS = 2
const PAUSE_MS = 150

/**
 * The search of the whole shop: products and categories while typing, and recent searches before that. Arrow keys
 * choose, Enter goes.
 */
export function SearchPanel({ onLeave }: { onLeave: () => void }) {
  const [text, type] = useState('')
  const [active, activate] = useState(-1)
  const [recent, setRecent] = useAtom(recentSearches)
  const navigate = useNavigate()
  const sought = useLater(text.trim(), PAUSE_MS)
  const isLongEnough = sought.length >= FROM_LETTERS
  const { data, isPlaceholderData } = useApi(
    'GET /api/search/suggestions',
    { query: { text: sought } },
    { enabled: isLongEnough },
  )
  const isTyping = text.trim() !== ''
  const options = isTyping
    ? (isLongEnough ? (data?.suggestions ?? []) : []).map(optionFrom)
    : recent.map((sought): SearchOption => ({ kind: 'recent', words: sought, to: hrefFor(sought) }))
  const isEmpty =
    isTyping &&
    isLongEnough &&
    sought === text.trim() &&
    data !== undefined &&
    !isPlaceholderData &&
    options.length === 0

  const go = (to: string) => {
    onLeave()
    void navigate(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = options[active]
    const wanted = chosen?.words ?? text.trim()
    rememberSearch(wanted)
    go(chosen?.to ?? hrefFor(wanted))
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || options.length === 0) return
    event.preventDefault()
    const places = options.length + 1
    activate(((active + 1 + by + places) % places) - 1)
  }
  return (
    <form className={styles.panel} role="search" noValidate onSubmit={submit} ref={focusField}>
      <div className={styles.row}>
        <TextField
          label={words.name}
          name="search"
          type="search"
          placeholder={words.enterName}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          required
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${LIST}-${active}` : undefined}
          value={text}
          onKeyDown={move}
          onChange={event => {
            type(event.target.value)
            activate(-1)
          }}
        />
        <Button icon={<Search size={20} aria-hidden />}>{words.search}</Button>
      </div>
      <p className="visually-hidden" role="status">
        {isTyping && options.length > 0 ? words.suggestionsFound(options.length) : ''}
      </p>
      {!isTyping && recent.length > 0 && (
        <p className={styles.title}>
          {words.searchedLately}
          <Button type="button" kind="quiet" onClick={() => setRecent([])}>
            {words.forgetThese}
          </Button>
        </p>
      )}
      <SearchOptions
        id={LIST}
        label={isTyping ? words.suggestions : words.searchedLately}
        options={options}
        active={active}
        onChoose={chosen => {
          rememberSearch(chosen.words)
          onLeave()
        }}
      />
      {isEmpty && (
        <div className={styles.empty} role="status">
          <p>{words.nothingCalled(sought)}</p>
          <p>
            {words.tryOneWord}{' '}
            <button type="button" onClick={() => go('/collections')}>
              {words.lookThrough}
            </button>
            .
          </p>
        </div>
      )}
    </form>
  )
}

/** The field may load after its dialog has opened. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

const hrefFor = (sought: string) => (sought ? `/shop?search=${encodeURIComponent(sought)}` : '/shop')

const optionFrom = ({ kind, id, name, slug = '', picture = null, price, price_to }: Suggestion): SearchOption =>
  kind === 'category'
    ? { kind, words: name, to: `/shop?category=${id}` }
    : {
        kind,
        words: name,
        to: productPath({ id, slug }),
        picture,
        ...(price !== undefined && { price }),
        ...(price_to !== undefined && { price_to }),
      }
