import { categoryAddress } from '#domain/categories.ts'
import { legalLinks, quickLinks } from '#domain/site/default-links.ts'
import type { LinkSettings } from '#domain/site/look-settings.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { Logo } from '../../ui/logo.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { SubscribeSection } from '../subscribe/subscribe-island.tsx'

const link = 'inline-block py-1 hover:underline underline-offset-4'

/** The footer of every page (specification, section 2; the disclaimer by rulings, section 6b). */
export function Footer({ settings }: { settings: SiteSettings }) {
  const profile = useProfile()
  const { text, categories, parts } = profile
  return (
    <footer className="mt-24 grow border-t-2 border-ink bg-surface" data-print="hide">
      <div className="wrap grid gap-x-12 gap-y-12 py-14 sm:grid-cols-2 lg:grid-cols-[1.3fr_0.6fr_1.55fr_1.25fr]">
        <section aria-label={text('about')}>
          <p className="flex items-center gap-2.5 text-xl font-extrabold tracking-tight">
            <Logo className="size-6" />
            {settings.name}
          </p>
          <p className="mt-4 max-w-[38ch] font-text text-small text-soft">{settings.about}</p>
          {settings.social.length > 0 && (
            <ul className="mt-4 flex flex-wrap gap-4 text-small">
              {settings.social.map((one) => (
                <li key={one.url}>
                  <a className={link} href={one.url} rel="me noopener">
                    {one.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="text-base">
            {text('quickLinks')}
          </h2>
          <ul className="mt-3 columns-2 gap-6 text-small sm:columns-1">
            <LinkItems links={settings.footer?.links ?? quickLinks(profile)} />
          </ul>
        </nav>
        <nav aria-label={text('allCategories')}>
          <h2 className="text-base">{text('categories')}</h2>
          <ul className="mt-3 columns-2 gap-5 text-small">
            <LinkItems
              links={categories.listed.map((key) => ({
                label: categories.label(key),
                url: categoryAddress(key),
              }))}
            />
          </ul>
        </nav>
        {parts.newsletters && (
          <SubscribeSection
            id="footer-subscribe"
            title={text('footerFormTitle')}
            text={text('footerFormText')}
            headingClass="text-base"
            placement="footer"
          />
        )}
      </div>
      <div className="wrap flex flex-wrap justify-between gap-x-12 gap-y-4 border-t border-line py-6 text-tiny text-muted">
        <p className="max-w-[80ch]">{settings.disclaimer}</p>
        <ul className="flex flex-wrap gap-x-5">
          <LinkItems links={settings.footer?.legal ?? legalLinks(profile)} />
        </ul>
      </div>
      <div className="clip-strip" />
    </footer>
  )
}

function LinkItems({ links }: { links: ReadonlyArray<LinkSettings> }) {
  return links.map(({ label, url }) => (
    <li key={url}>
      <a className={link} href={url}>
        {label}
      </a>
    </li>
  ))
}
