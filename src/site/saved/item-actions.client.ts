import { storeOffline } from './offline/store-offline.ts'
import { isSaved, type SavedItem, savedAddresses, toggleSaved } from './saved-items.ts'

/** Adds the listeners of the Share and Save buttons on a detail page. */
export function startItemActions(): void {
  const share = document.querySelector<HTMLElement>('[data-share]')
  const save = document.querySelector<HTMLElement>('[data-save]')
  const status = document.querySelector('[data-share-status]')
  const say = (text: string) => {
    if (status) status.textContent = text
  }
  share?.addEventListener('click', () => {
    const { share: title = document.title, copied = '' } = share.dataset
    void shareLink(title, canonicalAddress(), copied).then(say)
  })
  if (!save) return
  const item = JSON.parse(save.dataset.save ?? '{}') as Omit<SavedItem, 'savedAt'>
  const [unsaved = '', kept = '', keptHere = '', removed = '', keptOffline = ''] = JSON.parse(
    save.dataset.words ?? '[]',
  ) as Array<string>
  const label = save.querySelector('[data-save-label]')
  const show = (saved: boolean) => {
    save.setAttribute('aria-pressed', String(saved))
    if (label) label.textContent = saved ? kept : unsaved
  }
  show(isSaved(localStorage, item.url))
  save.addEventListener('click', () => {
    const saved = toggleSaved(localStorage, item, new Date())
    show(saved)
    say(saved ? keptHere : removed)
    void storeOffline(savedAddresses(localStorage), ({ readable }) => {
      if (readable.includes(item.url) && isSaved(localStorage, item.url)) say(keptOffline)
    })
  })
}

function canonicalAddress() {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
}

/**
 * Opens the browser's share sheet or copies the link (rulings, section 6). Returns the message to
 * show, '' for none.
 */
async function shareLink(title: string, url: string, copied: string): Promise<string> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url })
      return ''
    } catch (error) {
      // The visitor closed the sheet.
      if ((error as Error).name === 'AbortError') return ''
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return copied
  } catch {
    return url
  }
}
