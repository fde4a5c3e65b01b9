import type { SubscribeRequest } from '#domain/subscribe.ts'
import { type Placement, sourceOfPage } from '#domain/subscribe-source.ts'
import type { Utm } from './utm.ts'

export interface SubscribeContext {
  /** Undefined where the page itself is the source. */
  placement?: Placement
  /** The source of the form that this one replaces. */
  source?: string
  subscriptionType: string
  /** Further values of this placement, for example the download. */
  fields?: Record<string, string | number>
}

/** The body of `POST /api/subscribe` (specification, section 7). */
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
