import { keepInputMethodKeys } from '../ui/input-method.ts'
import { startEditing } from './frame/editing.client.ts'
import { startKeys } from './frame/keys.client.ts'
import { startThemeToggle } from './frame/theme.client.ts'
import { startItemActions } from './saved/item-actions.client.ts'
import { storeUtm } from './subscribe/utm.ts'

/**
 * The script of every page, with plain DOM and no React; the admin starts it too. Parts whose
 * elements are not on the page do nothing. What one page alone has is in the `+client.ts` of that
 * page.
 */
export function startPage(): void {
  // An error in one part, for example a browser that forbids storage, must not stop the others.
  for (const start of [
    keepInputMethodKeys,
    startKeys,
    startThemeToggle,
    startItemActions,
    () => startTextParts(document),
    startEditing,
    () => storeUtm(location.search, sessionStorage),
  ]) {
    try {
      start()
    } catch (error) {
      console.error(error)
    }
  }
}

const touchable = '[data-copy], [data-player], .enlarge, [data-sound]:not([data-ready])'

/**
 * Loads the script of what is in a text when it is touched: buttons that copy a value or load a
 * player of another site, pictures that open large, and players of sounds, also by focus. A page on
 * which nobody touches them never loads it. A press before that takes effect when it is loaded.
 */
export function startTextParts(page: Document): void {
  async function wake(event: Event) {
    const target = event.target as Element
    const part = target.closest<HTMLElement>(touchable)
    const link = part?.matches('a') ? (part as HTMLAnchorElement) : null
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent
    // With such a key, a link opens elsewhere.
    if (!part || (link && (ctrlKey || metaKey || shiftKey || altKey))) return
    const pressed = event.type === 'click' ? (link ?? target.closest('button')) : null
    if (pressed) {
      event.preventDefault()
      event.stopPropagation()
    }
    try {
      const { touch } = await import('./touched-text.client.ts')
      touch(part, pressed)
    } catch (error) {
      if (pressed && link) location.href = link.href
      throw error
    }
  }
  // Before the click, because some browsers forbid copying when the script comes long after it.
  for (const type of ['pointerdown', 'focusin', 'click']) page.addEventListener(type, wake, true)
}
