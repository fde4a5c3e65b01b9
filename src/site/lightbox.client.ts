import { type PartTextOf, partTexts } from './part-texts.ts'

/** How far an arrow key moves a picture in its actual size, in CSS pixels. */
const step = 80
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const icon = (path: string, name = 'cross') =>
  `<svg class="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

const dialogClass =
  'fixed inset-0 m-0 grid h-dvh max-h-none w-full max-w-none grid-rows-[auto_minmax(10rem,1fr)_auto] overflow-auto overscroll-contain bg-paper p-0 text-ink motion-safe:open:animate-rise'
const markup = (text: PartTextOf) => `
  <div class="flex items-center gap-1 px-3 py-1.5 sm:px-5">
    <p data-place class="me-auto text-small text-muted tabular-nums" aria-hidden="true"></p>
    <button type="button" data-zoom class="btn me-2" aria-pressed="false">${escaped(text('actualSize'))}</button>
    <button type="button" data-go="-1" class="icon-btn" aria-label="${escaped(text('previousPicture'))}">${icon('m15 18-6-6 6-6', 'chevron-left')}</button>
    <button type="button" data-go="1" class="icon-btn" aria-label="${escaped(text('nextPicture'))}">${icon('m9 18 6-6-6-6', 'chevron-right')}</button>
    <button type="button" data-close class="icon-btn" aria-label="${escaped(text('close'))}" autofocus>${icon('M18 6 6 18M6 6l12 12')}</button>
  </div>
  <div data-stage class="flex touch-manipulation overflow-auto overscroll-contain sm:m-5"></div>
  <p data-caption class="mx-auto max-w-[41rem] px-4 py-3 text-small wrap-anywhere" aria-live="polite"></p>`

/** A text of the site as HTML. */
function escaped(text: string) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** What stands in the place of a picture that can't be loaded. */
function problem(text: PartTextOf): HTMLElement {
  const said = document.createElement('p')
  said.className = 'm-auto p-5 text-center'
  said.setAttribute('role', 'alert')
  said.textContent = text('pictureFailed')
  return said
}

/** For the page behind, which must not scroll, and not become wider where its scrollbar was. */
const stillClass = 'overflow-hidden'
const gutterClass = '[scrollbar-gutter:stable]'

/**
 * Opens the whole picture that a link of a text leads to over the page, with its alternative text;
 * buttons and arrow keys show the other pictures of the page. It is a step in the browser's
 * history, so that Back closes it.
 */
export function openLightbox(link: HTMLAnchorElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.prose .enlarge')]
  const dialog = document.createElement('dialog')
  dialog.className = dialogClass
  const text = partTexts()
  dialog.innerHTML = markup(text)
  const part = (name: string) => dialog.querySelector<HTMLElement>(`[data-${name}]`) as HTMLElement
  const close = () => dialog.close()
  const stage = createStage(part('stage'), part('zoom') as HTMLButtonElement, {
    close,
    failed: () => problem(text),
  })
  const ended = new AbortController()
  const { signal } = ended
  const { classList, clientWidth, dir } = document.documentElement
  const isRightToLeft = dir === 'rtl'
  let shown = Math.max(0, links.indexOf(link))

  function go(by: number) {
    shown = (shown + by + links.length) % links.length
    const { href, firstElementChild } = links[shown] ?? link
    const alt = firstElementChild instanceof HTMLImageElement ? firstElementChild.alt : ''
    const at = { number: shown + 1, count: links.length }
    const place = links.length > 1 ? text('numberOf', at) : ''
    dialog.ariaLabel = links.length > 1 ? text('pictureNumbered', at) : text('picture')
    part('place').textContent = place
    part('caption').textContent = alt
    stage.show(href, alt)
  }

  for (const button of dialog.querySelectorAll<HTMLElement>('[data-go]')) {
    button.hidden = links.length < 2
    button.onclick = () => go(Number(button.dataset.go))
  }
  part('close').onclick = close
  dialog.addEventListener('close', () => {
    ended.abort()
    dialog.remove()
    classList.remove(stillClass, gutterClass)
    if (history.state?.lightbox) history.back()
    link.focus({ preventScroll: true })
  })
  addEventListener('popstate', close, { signal })
  addEventListener('resize', stage.adapt, { signal })
  // A button that was focused and is disabled now gets no keys, so they are read here.
  document.addEventListener(
    'keydown',
    (event) => {
      const [x, y] = arrows[event.key] ?? [0, 0]
      if ((!x && !y) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!stage.move(x * step, y * step) && x && links.length > 1) go(isRightToLeft ? -x : x)
    },
    { signal },
  )

  document.body.append(dialog)
  if (clientWidth < innerWidth) classList.add(gutterClass)
  classList.add(stillClass)
  dialog.showModal()
  // After a reload, the step may still be there.
  if (!history.state?.lightbox) history.pushState({ ...history.state, lightbox: true }, '')
  go(0)
}

/**
 * The place of a picture. A press changes between all of it and its actual size, in which it is
 * moved by scrolling or with the mouse; `close` is called for a press beside it, and `failed` makes
 * what is shown in place of a picture that can't be loaded.
 */
function createStage(
  stage: HTMLElement,
  zoom: HTMLButtonElement,
  { close, failed }: { close: () => void; failed: () => HTMLElement },
) {
  let picture = new Image()
  let dragged = 0

  const isActual = () => zoom.ariaPressed === 'true'

  function setActual(actual: boolean) {
    picture.className = `m-auto flex-none bg-sunk ${actual ? 'max-w-none cursor-zoom-out' : 'max-h-full max-w-full object-contain'}`
    zoom.ariaPressed = String(actual)
    // What scrolls can have the focus.
    stage.tabIndex = actual ? 0 : -1
  }

  /** Shows the whole picture, and offers its actual size if that is larger. */
  function showAll() {
    setActual(false)
    zoom.disabled = picture.naturalWidth <= picture.width
    picture.classList.toggle('cursor-zoom-in', !zoom.disabled)
  }

  /** Shows the actual size; the point of the picture that was pressed stays where it is. */
  function enlarge(x?: number, y?: number) {
    const before = picture.getBoundingClientRect()
    setActual(true)
    const after = picture.getBoundingClientRect()
    const atX = x ?? before.x + before.width / 2
    const atY = y ?? before.y + before.height / 2
    stage.scrollBy(
      after.x + ((atX - before.x) / before.width) * after.width - atX,
      after.y + ((atY - before.y) / before.height) * after.height - atY,
    )
  }

  zoom.onclick = () => (isActual() ? showAll() : enlarge())
  stage.onpointerdown = () => {
    dragged = 0
  }
  stage.onpointermove = ({ pointerType, buttons, movementX, movementY }) => {
    if (pointerType !== 'mouse' || buttons !== 1) return
    dragged += Math.abs(movementX) + Math.abs(movementY)
    stage.scrollBy(-movementX, -movementY)
  }
  stage.onclick = ({ target, clientX, clientY }) => {
    // The end of a movement is no press.
    if (dragged > 5) return
    if (target === stage) close()
    if (target !== picture || zoom.disabled) return
    if (isActual()) showAll()
    else enlarge(clientX, clientY)
  }

  return {
    /** Call it when the window has another size. */
    adapt() {
      if (!isActual()) showAll()
    },
    show(address: string, alt: string) {
      const next = new Image()
      next.alt = alt
      next.draggable = false
      next.onload = () => next === picture && showAll()
      next.onerror = () => {
        if (next === picture) stage.replaceChildren(failed())
      }
      next.src = address
      picture = next
      stage.replaceChildren(next)
      showAll()
    },
    /** Moves the picture in its actual size. Returns false when it has another size. */
    move(x: number, y: number) {
      if (isActual()) stage.scrollBy(x, y)
      return isActual()
    },
  }
}
