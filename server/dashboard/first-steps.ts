import type { FirstStep } from '#domain/dashboard.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { loopbackHost } from '../http/own-origin.ts'

export interface FirstStepsParts {
  content: {
    /** What is still as the product ships it. */
    beginning(): { isNamed: boolean; hasSamples: boolean; hasOwnTexts: boolean }
    site: { settings(): SiteSettings }
  }
  newsletter: { isSetUp: boolean }
  /** Whether there are several users, or an invitation that is open. */
  people: { hasInvited(): Promise<boolean> }
  siteUrl: string
}

/** Which steps of the first hour are done. */
export async function firstStepsOf({
  content,
  newsletter,
  people,
  siteUrl,
}: FirstStepsParts): Promise<Record<FirstStep, boolean>> {
  const { isNamed, hasSamples, hasOwnTexts } = content.beginning()
  const { theme, logo, favicon, postalAddress, parts } = content.site.settings()
  return {
    name: isNamed,
    address: !loopbackHost.test(new URL(siteUrl).host),
    look: Boolean(theme || logo || favicon),
    mail: newsletter.isSetUp,
    postalAddress: Boolean(postalAddress) || parts?.newsletters === false,
    samples: !hasSamples,
    text: hasOwnTexts,
    people: await people.hasInvited(),
  }
}
