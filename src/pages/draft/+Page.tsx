import { NotFound } from '../../site/not-found.tsx'

export default function Page() {
  return (
    <NotFound
      title="This Link Has Ended"
      text="It led to a page that is not published yet. Ask the person who sent it to you for a new one."
      links={[{ label: 'Home', href: '/' }]}
    />
  )
}
