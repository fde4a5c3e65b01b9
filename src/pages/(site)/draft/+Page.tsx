import { NotFound } from '../../../site/not-found.tsx'
import { useTexts } from '../../../ui/site-profile.tsx'

export default function Page() {
  const text = useTexts()
  return (
    <NotFound
      title={text('draftEnded')}
      text={text('draftEndedText')}
      links={[{ label: text('home'), href: '/' }]}
    />
  )
}
