import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { mayOpen } from '#domain/admin-address.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useRole } from '../shell/auth.tsx'
import { commandsNow } from '../shell/commands.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { type Entry, isNamed, joined, matching } from './entries.ts'
import { findEntries } from './find-entries.ts'
import { screenEntries } from './screens.ts'

/** The most entries that are shown of the screen, the places of the admin, and the site. */
const most = 10
/** The most screens before the items for what was typed. */
const mostScreens = 4

/**
 * Finds items, people, screens and what can be done, from the keyboard alone: what the present
 * screen can do comes first.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { drafts } = useLocal()
  const role = useRole()
  const [query, setQuery] = useState('')
  const [commands] = useState(() =>
    commandsNow().map(
      ({ label, run }): Entry => ({ id: label, title: label, detail: 'Do', act: { run } }),
    ),
  )
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { data: found, isFetching } = useQuery({
    queryKey: ['palette', query],
    queryFn: ({ signal }) => findEntries(query, drafts, role, signal),
    placeholderData: (before) => before,
    networkMode: 'always',
    gcTime: 0,
  })
  const offered = screenEntries.filter(({ act }) => !('href' in act) || mayOpen(act.href, role))
  const screens = matching(query, offered).slice(0, query === '' ? most : mostScreens)
  // An item with the words in its title comes before a screen that is only about them.
  const named = screens.filter((entry) => isNamed(query, entry))
  const entries = joined([matching(query, commands), named, found ?? [], screens], most)
  // A guard of unsaved work stops the click of a link before React hears of it.
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (list.current?.contains((target as Element).closest('[role="option"]'))) onClose()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [onClose])
  const optionId = (index: number) => `${id}-${index}`

  function activate(index: number) {
    const next = (index + entries.length) % Math.max(entries.length, 1)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const keys: Record<string, () => void> = {
      ArrowDown: () => activate(active + 1),
      ArrowUp: () => activate(active - 1),
      Enter: () => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click(),
    }
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]?.()
  }

  return (
    <Dialog
      title="Find or do"
      hideTitle
      className="mt-[10vh] mb-auto max-h-[80dvh] w-[min(100%-2rem,38rem)]"
      onClose={onClose}
    >
      <input
        data-autofocus
        role="combobox"
        className="control w-full"
        aria-label="Find or do"
        aria-controls={`${id}-list`}
        aria-expanded="true"
        aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
        placeholder="A title, a screen, something to do…"
        autoComplete="off"
        maxLength={200}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label="Found"
        className="mt-3 grid grid-cols-1"
      >
        {entries.map((entry, index) => (
          <Option key={entry.id} id={optionId(index)} entry={entry} selected={index === active} />
        ))}
      </div>
      <p role="status" className="px-2.5 text-small text-muted">
        {entries.length === 0 && !isFetching && 'Nothing fits.'}
      </p>
    </Dialog>
  )
}

/** A link where it leads somewhere, so that guards of unsaved work see it as they see any other. */
function Option({
  id,
  entry: { title, detail, act },
  selected,
}: {
  id: string
  entry: Entry
  selected: boolean
}) {
  const Tag = 'href' in act ? 'a' : 'button'
  return (
    <Tag
      {...('href' in act ? { href: act.href } : { type: 'button' })}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className="group flex items-baseline gap-4 rounded px-2.5 py-1.5 text-start text-15
        hover:bg-sunk aria-selected:bg-ink aria-selected:text-paper pointer-coarse:py-3"
      onClick={'run' in act ? act.run : undefined}
    >
      <bdi className="min-w-0 flex-1 truncate">{title}</bdi>
      <span className="flex-none text-13 text-muted group-aria-selected:text-paper">{detail}</span>
    </Tag>
  )
}
