import { counted } from '#domain/count-words.ts'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'
import { type Pack, PackEntry } from './pack-entry.tsx'

export interface DownloadsPageProps {
  packs: Array<Pack>
}

/** The page with the free downloads. */
export function DownloadsPage({ packs }: DownloadsPageProps) {
  return (
    <div className="wrap pt-6">
      <PageHeading
        title="Free Downloads"
        text="Sounds and clips for your own music, free for readers of the weekly newsletter. Listen, look inside, and take what fits."
        current="Free Downloads"
        {...(packs.length > 0 && { count: counted(packs.length, 'pack', 'packs') })}
      />
      {packs.length === 0 ? (
        <EmptyState text="No downloads yet" href="/category/all" action="All tips & tricks" />
      ) : (
        packs.map((pack, index) => <PackEntry key={pack.download.id} pack={pack} isFirst={index === 0} />)
      )}
    </div>
  )
}
