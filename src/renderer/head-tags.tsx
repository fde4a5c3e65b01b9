import { shownAt } from '#domain/shown-at.ts'
import { tonesOf } from '#domain/site/look-settings.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { styleAddress } from '#domain/site/site-look.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { profileElement } from '../ui/site-data.ts'
import type { PageContext } from './page-context.ts'
import type { PageHead } from './page-head.ts'

/**
 * Everything in `<head>` except the stylesheet and scripts, which come from the bundler's manifest.
 */
export function HeadTags({ pageContext }: { pageContext: PageContext }) {
  const { site, siteUrl } = pageContext
  const head = headOf(pageContext)
  const settings = site.settings()
  const profile = profileOf(settings)
  const styles = styleAddress(settings)
  const { paper } = tonesOf(settings.theme?.colors ?? {})
  const title =
    !head || head.title === settings.name ? settings.name : `${head.title} · ${settings.name}`
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head?.path === '/' ? `${settings.name}: ${settings.tagline}` : title}</title>
      {head?.preload && (
        <link rel="preload" href={head.preload} as="fetch" crossOrigin="use-credentials" />
      )}
      <script src="/theme.js" />
      {['bricolage-grotesque', 'literata'].map((font) => (
        <link
          key={font}
          rel="preload"
          href={`/fonts/${font}.woff2`}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      {head && <meta name="description" content={head.description} />}
      {(head?.noindex || !head?.path) && <meta name="robots" content="noindex" />}
      {head?.path && <link rel="canonical" href={whole(head.path, siteUrl)} />}
      {head?.prev && <link rel="prev" href={whole(head.prev, siteUrl)} />}
      {head?.next && <link rel="next" href={whole(head.next, siteUrl)} />}
      {styles !== null && <link rel="stylesheet" href={styles} />}
      <Icons settings={settings} />
      <link rel="manifest" href="/site.webmanifest" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={paper[0]} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={paper[1]} media="(prefers-color-scheme: dark)" />
      <Feeds name={settings.name} feed={head?.feed} />
      {head?.path && <SharePreview pageContext={pageContext} />}
      {Object.keys(profile.data).length > 0 && (
        <JsonScript id={profileElement} type="application/json" data={profile.data} />
      )}
      {head?.jsonLd?.map((data) => (
        <JsonScript
          key={JSON.stringify(data).slice(0, 80)}
          type="application/ld+json"
          data={data}
        />
      ))}
    </>
  )
}

function JsonScript({ data, ...script }: { id?: string; type: string; data: object }) {
  return (
    <script
      {...script}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, so that it cannot end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
    />
  )
}

/**
 * For an unpublished item, the head contains only its title: no canonical address, share picture or
 * structured data.
 */
function headOf({ head, unpublished, site }: PageContext): PageHead | undefined {
  if (!head || !unpublished) return head
  const { text } = profileOf(site.settings())
  const word = text(unpublished.status === 'draft' ? 'draftPage' : 'scheduledPage')
  return { title: `${word}: ${head.title}`, description: head.description, noindex: true }
}

function Feeds({ name, feed }: { name: string; feed?: { title: string; path: string } }) {
  const feeds = [
    ...(feed ? [['application/rss+xml', feed.title, feed.path]] : []),
    ['application/rss+xml', `${name} (RSS)`, '/rss.xml'],
    ['application/atom+xml', `${name} (Atom)`, '/atom.xml'],
    ['application/feed+json', `${name} (JSON Feed)`, '/feed.json'],
  ]
  return feeds.map(([type, title, path]) => (
    <link key={path} rel="alternate" type={type} title={title} href={path} />
  ))
}

/** OpenGraph and Twitter cards. */
function SharePreview({ pageContext: { head, site, siteUrl } }: { pageContext: PageContext }) {
  if (!head?.path) return null
  const settings = site.settings()
  const image = head.image ?? {
    url: '/share/site.png',
    width: 1200,
    height: 630,
    alt: settings.name,
  }
  const properties: ReadonlyArray<readonly [name: string, value: string | null | undefined]> = [
    ['og:site_name', settings.name],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:type', head.type ?? 'website'],
    ['og:url', whole(head.path, siteUrl)],
    ['og:image', whole(image.url, siteUrl)],
    ['og:image:width', String(image.width)],
    ['og:image:height', String(image.height)],
    ['og:image:alt', image.alt],
    ['article:published_time', head.publishedTime],
    ['article:modified_time', head.modifiedTime],
    ...(head.tags ?? []).map((tag) => ['article:tag', tag] as const),
  ]
  return (
    <>
      {properties.map(
        ([property, content]) =>
          content != null && (
            <meta key={`${property} ${content}`} property={property} content={content} />
          ),
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** The icons of tabs and home screens: those of the site, or of the specification's. */
function Icons({ settings }: { settings: SiteSettings }) {
  const styles = styleAddress(settings)
  if (settings.favicon)
    return (
      <>
        <link rel="icon" href={shownAt(settings.favicon, 320)} />
        <link rel="apple-touch-icon" href={shownAt(settings.favicon, 320)} />
      </>
    )
  if (subjectOf(settings) === 'own' && styles)
    return <link rel="icon" href={styles.replace('site.css', 'icon.svg')} type="image/svg+xml" />
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}

/** A path of the site as a whole address. */
function whole(path: string, siteUrl: string): string {
  return path.startsWith('/') ? `${siteUrl}${path}` : path
}
