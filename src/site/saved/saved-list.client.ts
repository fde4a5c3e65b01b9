import { shownAt } from '#domain/shown-at.ts'
import { type OfflineState, storeOffline } from './offline/store-offline.ts'
import { readSaved, type SavedItem, savedAddresses, toggleSaved } from './saved-items.ts'

/** Fills the list of the saved page from this browser's storage. */
export function startSavedList(): void {
  const list = document.querySelector('[data-saved-list]')
  const template = document.querySelector<HTMLTemplateElement>('[data-saved-template]')
  const empty = document.querySelector<HTMLElement>('[data-saved-empty]')
  const status = document.querySelector<HTMLElement>('[data-saved-status]')
  if (!list || !template || !empty) return
  const items = readSaved(localStorage)
  empty.hidden = items.length > 0
  list.append(...items.map((item) => row(template, item)))
  if (items.length > 0)
    void storeOffline(savedAddresses(localStorage), (state) => showState(list, state))
  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-saved-remove]')
    const item = items.find((one) => one.url === button?.dataset.savedRemove)
    if (!button || !item) return
    toggleSaved(localStorage, item, new Date())
    void storeOffline(savedAddresses(localStorage))
    const gone = button.closest('li')
    const neighbour = gone?.nextElementSibling ?? gone?.previousElementSibling
    gone?.remove()
    empty.hidden = list.childElementCount > 0
    if (status) status.textContent = named(status.dataset.savedStatus, item)
    // The focused button was removed.
    const next =
      neighbour?.querySelector<HTMLElement>('[data-saved-remove]') ??
      empty.querySelector<HTMLElement>('a')
    next?.focus()
  })
}

/**
 * Shows for each item whether it can be read offline; for items that are not stored, only once the
 * worker has tried all.
 */
function showState(list: Element, { readable, offline, done }: OfflineState) {
  for (const item of list.children) {
    const yes = readable.includes(item.querySelector('h2 a')?.getAttribute('href') ?? '')
    for (const [name, shown] of [['kept', yes] as const, ['not-kept', done && !yes] as const]) {
      const label = item.querySelector<HTMLElement>(`[data-saved-${name}]`)
      if (label) label.hidden = !shown
    }
  }
  const notice = document.querySelector<HTMLElement>('[data-saved-network]')
  if (notice) notice.hidden = !offline
}

function row(template: HTMLTemplateElement, item: SavedItem): DocumentFragment {
  const copy = template.content.cloneNode(true) as DocumentFragment
  const part = <Part extends HTMLElement>(name: string) =>
    copy.querySelector(`[data-saved-${name}]`) as Part
  const link = part<HTMLAnchorElement>('link')
  const remove = part('remove')
  const fallback = item.url.startsWith('/news/') ? 'news' : 'article'
  link.href = item.url
  link.textContent = item.title
  part('label').textContent = item.label
  part<HTMLImageElement>('image').src = shownAt(item.imageUrl ?? `/fallback/${fallback}.svg`, 320)
  remove.dataset.savedRemove = item.url
  remove.setAttribute('aria-label', named(remove.getAttribute('aria-label'), item))
  return copy
}

/** A text of the page with the title of an item. */
function named(text: string | null | undefined, { title }: SavedItem) {
  return (text ?? '').replace('{title}', () => title)
}
