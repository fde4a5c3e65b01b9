import { type ComponentType, useId } from 'react'
import { renderToString } from 'react-dom/server'

/** Which touch wakes an island: a click inside it, focus or a click, or being scrolled into view. */
export type IslandWake = 'click' | 'focus' | 'visible'

/**
 * A React part that comes alive in the browser when a visitor touches it. It is rendered here as a tree of its own, with an id prefix that both
 * sides know, and its props (plain JSON) travel in the markup. `name` must be in `src/pages/islands.ts`. Only for server-rendered pages.
 */
export function Island<Props extends object>({
  name,
  part: Part,
  props,
  wake = 'click',
}: {
  name: string
  part: ComponentType<Props>
  props: Props
  wake?: IslandWake
}) {
  const prefix = `${name}${useId()}`
  return (
    <div
      className="contents"
      data-island={name}
      data-wake={wake}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the part
      dangerouslySetInnerHTML={{ __html: renderToString(<Part {...props} />, { identifierPrefix: prefix }) }}
    />
  )
}
