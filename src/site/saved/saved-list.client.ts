import { readSaved, type SavedItem, toggleSaved } from './saved-items.ts'

/** Fills the list of the saved page from this browser's memory. */
export function startSavedList(): void {
  const list = document.querySelector('[data-saved-list]')
  const template = document.querySelector<HTMLTemplateElement>('[data-saved-template]')
  const empty = document.querySelector<HTMLElement>('[data-saved-empty]')
  const status = document.querySelector('[data-saved-status]')
  if (!list || !template || !empty) return
  const items = readSaved(localStorage)
  empty.hidden = items.length > 0
  list.append(...items.map((item) => row(template, item)))
  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-saved-remove]')
    const item = items.find((one) => one.url === button?.dataset.savedRemove)
    if (!button || !item) return
    toggleSaved(localStorage, item, new Date())
    const gone = button.closest('li')
    const neighbour = gone?.nextElementSibling ?? gone?.previousElementSibling
    gone?.remove()
    empty.hidden = list.childElementCount > 0
    if (status) status.textContent = `Removed: ${item.title}`
    // The focus was on a button that is gone.
    const next = neighbour?.querySelector<HTMLElement>('[data-saved-remove]') ?? empty.querySelector<HTMLElement>('a')
    next?.focus()
  })
}

function row(template: HTMLTemplateElement, item: SavedItem): DocumentFragment {
  const copy = template.content.cloneNode(true) as DocumentFragment
  const part = <Part extends Element>(name: string) => copy.querySelector<Part & HTMLElement>(`[data-saved-${name}]`)
  const link = part<HTMLAnchorElement>('link')
  const image = part<HTMLImageElement>('image')
  const label = part('label')
  const remove = part('remove')
  if (link) {
    link.href = item.url
    link.textContent = item.title
  }
  if (label) label.textContent = item.label
  if (image) {
    const fallback = item.url.startsWith('/news/') ? 'news' : 'article'
    image.src = item.imageUrl?.startsWith('/media/')
      ? `${item.imageUrl}?w=320`
      : (item.imageUrl ?? `/fallback/${fallback}.svg`)
  }
  if (remove) {
    remove.dataset.savedRemove = item.url
    remove.setAttribute('aria-label', `Remove ${item.title}`)
  }
  return copy
}
