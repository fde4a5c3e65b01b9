import { categoryLabel, publicCategories } from '#domain/categories.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { Island } from '../../ui/island.tsx'
import { Logo } from '../../ui/logo.tsx'
import { SubscribeForm } from '../subscribe/subscribe-form.tsx'

const quickLinks = [
  { label: 'Home', href: '/' },
  { label: 'Tips & Tricks', href: '/category/all' },
  { label: 'News', href: '/news' },
  { label: 'Newsletter', href: '/newsletters' },
  { label: 'Free Downloads', href: '/downloads' },
  { label: 'Search', href: '/search' },
  { label: 'Saved', href: '/saved' },
  { label: 'About', href: '/about' },
  { label: 'RSS', href: '/rss.xml' },
]

const legalLinks = [
  { label: 'Privacy Policy', href: '/privacy-policy' },
  { label: 'Terms of Service', href: '/terms-of-service' },
  { label: 'Cookie Policy', href: '/cookie-policy' },
  { label: 'Admin', href: '/admin' },
]

const link = 'inline-block py-1 hover:underline underline-offset-4'

/** The footer of every page (specification, section 2; the disclaimer by rulings, section 6b). */
export function Footer({ settings }: { settings: SiteSettings }) {
  return (
    <footer className="mt-24 grow border-t-2 border-ink bg-surface" data-print="hide">
      <div className="wrap grid gap-x-12 gap-y-12 py-14 sm:grid-cols-2 lg:grid-cols-[1.3fr_0.6fr_1.55fr_1.25fr]">
        <section aria-label="About">
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
            Quick Links
          </h2>
          <ul className="mt-3 columns-2 gap-6 text-small sm:columns-1">
            {quickLinks.map((one) => (
              <li key={one.href}>
                <a className={link} href={one.href}>
                  {one.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="All categories">
          <h2 className="text-base">Categories</h2>
          <ul className="mt-3 columns-2 gap-5 text-small">
            {publicCategories.map((category) => (
              <li key={category}>
                <a className={link} href={`/category/${category}`}>
                  {categoryLabel(category)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-subscribe">
          <h2 id="footer-subscribe" className="text-base">
            Get Ableton Racks
          </h2>
          <p className="mt-3 mb-4 font-text text-small text-soft">
            Free packs and one technique a week. No more than one mail a week.
          </p>
          <Island
            name="subscribe"
            part={SubscribeForm}
            props={{ placement: 'footer' as const, subscriptionType: 'newsletter' }}
            wake="focus"
          />
        </section>
      </div>
      <div className="wrap flex flex-wrap justify-between gap-x-12 gap-y-4 border-t border-line py-6 text-tiny text-muted">
        <p className="max-w-[80ch]">{settings.disclaimer}</p>
        <ul className="flex flex-wrap gap-x-5">
          {legalLinks.map((one) => (
            <li key={one.href}>
              <a className={link} href={one.href}>
                {one.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="clip-strip" />
    </footer>
  )
}
