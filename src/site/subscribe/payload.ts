import type { SubscribeRequest } from '#domain/subscribe.ts'
import { type Placement, sourceOfPage } from '#domain/subscribe-source.ts'
import type { Utm } from './utm.ts'

export interface SubscribeContext {
  /** Left out where the page itself is the source. */
  placement?: Placement
  /** The source of another form in whose place this one stands. */
  source?: string
  subscriptionType: string
  /** What only this placement knows, for example the download. */
  fields?: Record<string, string | number>
}

/** The body of `POST /api/subscribe`, as the specification's section 7 gives it. */
export function subscribePayload(
  email: string,
  context: SubscribeContext,
  page: { pathname: string; href: string; utm: Utm },
): SubscribeRequest {
  return {
    email,
    source: context.source ?? context.placement ?? sourceOfPage(page.pathname).slice(0, 100),
    ...page.utm,
    custom_fields: {
      page_url: page.href.slice(0, 2000),
      subscription_type: context.subscriptionType,
      ...context.fields,
    },
  }
}
