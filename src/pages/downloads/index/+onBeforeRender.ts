import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { DownloadsPageProps } from '../../../site/downloads/downloads-page.tsx'
import { packOf } from '../../../site/downloads/pack-entry.tsx'

export default async function onBeforeRender({ site }: PageContext): Promise<PageData<DownloadsPageProps>> {
  const packs = await Promise.all(site.downloads().map((download) => packOf(site, download)))
  return {
    pageContext: {
      pageProps: { packs },
      head: {
        title: 'Free Downloads',
        description:
          'Free sounds, one-shots and MIDI clips for Ableton Live: listen to each pack, see what is inside, and take it.',
        path: '/downloads',
      },
    },
  }
}
