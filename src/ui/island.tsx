import { type ComponentType, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { SiteProfileProvider, useProfile } from './site-profile.tsx'

/**
 * The touch that hydrates an island: a click inside it, focus or a click, or scrolling into view.
 */
export type IslandWake = 'click' | 'focus' | 'visible'

/**
 * A React component that is hydrated in the browser when a visitor touches it. It is rendered as a
 * separate tree with an id prefix that both sides know; its props (plain JSON) are in the markup.
 * `name` must be in `src/pages/islands.ts`. Only for server-rendered pages.
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
  const profile = useProfile()
  const prefix = `${name}${useId()}`
  return (
    <div
      className="contents"
      data-island={name}
      data-wake={wake}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the part
      dangerouslySetInnerHTML={{
        __html: renderToString(
          <SiteProfileProvider value={profile}>
            <Part {...props} />
          </SiteProfileProvider>,
          { identifierPrefix: prefix },
        ),
      }}
    />
  )
}
