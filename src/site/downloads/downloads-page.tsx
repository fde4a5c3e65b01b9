import { counted } from '#domain/count-words.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'
import { type Pack, PackEntry } from './pack-entry.tsx'

export interface DownloadsPageProps {
  packs: Array<Pack>
}

/** The page with the free downloads. */
export function DownloadsPage({ packs }: DownloadsPageProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-6">
      <PageHeading
        title={text('downloads')}
        text={text('downloadsText')}
        current={text('downloads')}
        {...(packs.length > 0 && {
          count: counted(packs.length, text('pack'), text('packs'), text('groupMark')),
        })}
      />
      {packs.length === 0 ? (
        <EmptyState text={text('noDownloads')} />
      ) : (
        packs.map((pack, index) => (
          <PackEntry key={pack.download.id} pack={pack} isFirst={index === 0} />
        ))
      )}
    </div>
  )
}
