import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useHasModel } from '../shell/site-facts.ts'
import type { EditorController } from './editor-controller.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { useStore } from './store.ts'
import { moveFocus, ToolButtons } from './tool-buttons.tsx'
import type { Tool, ToolName } from './tools.ts'

const names: ReadonlyArray<ToolName> = [
  'strong',
  'emphasis',
  'underline',
  'inlineCode',
  'highlight',
  'link',
  'h2',
]

/** The toolbar above selected text with the most frequent tools. */
export function FloatingBar({
  editor,
  frame,
  snapshot,
  onPress,
}: {
  editor: EditorController
  /** The element that the bar is positioned in. */
  frame: RefObject<HTMLElement | null>
  snapshot: EditorSnapshot
  onPress: (tool: Tool) => void
}) {
  const { box } = useStore(editor.selected)
  const hasModel = useHasModel()
  // Reads the place of the selection again.
  const onLayout = editor.refresh
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    const around = frame.current?.getBoundingClientRect()
    if (!element || !around || !box) return
    const { width, height } = element.getBoundingClientRect()
    const center = (box.left + box.right) / 2 - around.left - width / 2
    const above = box.top - around.top - height - 8
    // Below the selection where it would cover the bars above the text, which stay in view.
    const hidden =
      box.top - height - 8 < (barsIn(frame.current)?.getBoundingClientRect().bottom ?? 0)
    element.style.left = `${Math.max(4, Math.min(center, around.width - width - 4))}px`
    element.style.top = `${hidden ? box.bottom - around.top + 8 : above}px`
  }, [box, frame])
  // Opening a panel moves the text, a narrower window wraps it, and scrolling puts it below the
  // bars.
  const isShown = box !== null
  useEffect(() => {
    if (!isShown || !frame.current) return
    const observer = new ResizeObserver(onLayout)
    observer.observe(frame.current)
    const bars = barsIn(frame.current)
    if (bars) observer.observe(bars)
    addEventListener('scroll', onLayout, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', onLayout, { capture: true })
    }
  }, [isShown, frame, onLayout])
  if (!box || snapshot.code || snapshot.imageSrc !== null) return null
  return (
    <div
      ref={bar}
      className="absolute z-10 flex max-w-[calc(100%-0.5rem)] gap-0.5 overflow-x-auto rounded-card border-[1.5px] border-ink bg-surface p-0.75"
      data-part="floating-bar"
      role="toolbar"
      aria-label="Selected text"
      onKeyDown={moveFocus}
    >
      <ToolButtons
        names={hasModel ? ['assist', ...names] : names}
        snapshot={snapshot}
        stops={['strong']}
        onPress={onPress}
      />
    </div>
  )
}

/** The toolbar above the text with its second line. */
function barsIn(frame: HTMLElement | null): Element | null {
  return frame?.querySelector('[data-part="editor-bars"]') ?? null
}
