import type { Node } from '@milkdown/kit/prose/model'
import { $view } from '@milkdown/kit/utils'
import { isSoundAddress } from '#domain/sound.ts'
import { waitingKey } from '#domain/waiting-picture.ts'
import type { PictureSources } from '../rich-text-editor-props.ts'
import { pictureSchema } from '../schema/things.ts'
import { element } from './dom.ts'

/** A sound, which is a picture in Markdown: a card with its title that plays. */
function soundView(node: Node, sources: () => PictureSources | undefined) {
  const card = element('span', { className: 'editor-sound', contentEditable: 'false' })
  const title = element('span', {})
  const audio = element('audio', { controls: true, preload: 'metadata' })
  let shown = node

  function show() {
    const { src, alt } = shown.attrs
    title.textContent = alt || 'Sound without a title'
    audio.ariaLabel = title.textContent
    const source = sources()?.sourceOf(src) ?? src
    if (audio.getAttribute('src') !== source) audio.src = source
  }

  card.append(title, audio)
  show()
  return {
    dom: card,
    update(next: Node) {
      if (next.type !== shown.type || !isSoundAddress(next.attrs.src)) return false
      shown = next
      show()
      return true
    },
    // The player's own keys and presses; a press on the title selects the card.
    stopEvent: (event: Event) => event.target === audio && event.type !== 'dragstart',
    ignoreMutation: () => true,
  }
}

/**
 * A picture view. A picture that waits for its upload is shown from the browser's storage, with a
 * label that says so.
 */
export const pictureView = (sources: () => PictureSources | undefined) =>
  $view(pictureSchema.node, () => (node) => {
    if (isSoundAddress(node.attrs.src)) return soundView(node, sources)
    const waits = waitingKey(node.attrs.src) !== null
    const image = element('img', {})
    const words = element('span', {})
    const place = waits ? element('span', { className: 'editor-waiting' }) : image
    let shown = node

    function show() {
      const { src, alt, title } = shown.attrs
      const source = sources()?.sourceOf(src) ?? (waits ? null : src)
      image.alt = alt
      if (title) image.title = title
      else image.removeAttribute('title')
      if (source !== null && image.getAttribute('src') !== source) image.src = source
      if (!waits) return
      image.hidden = source === null
      place.dataset.waiting = source === null ? 'gone' : 'upload'
      words.textContent =
        source === null
          ? 'This picture was not uploaded. Put it in again, or remove it.'
          : 'Uploaded when you are online'
    }

    if (waits) place.append(image, words)
    show()
    const stop = waits ? sources()?.onChange(show) : undefined
    return {
      dom: place,
      update(next: Node) {
        if (
          next.type !== node.type ||
          isSoundAddress(next.attrs.src) ||
          (waitingKey(next.attrs.src) !== null) !== waits
        )
          return false
        shown = next
        show()
        return true
      },
      ignoreMutation: () => true,
      destroy: () => stop?.(),
    }
  })
