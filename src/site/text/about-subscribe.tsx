import { useProfile } from '../../ui/site-profile.tsx'
import { SubscribeIsland } from '../subscribe/subscribe-island.tsx'

/** The subscribe form of the about page (rulings, section 6b). */
export function AboutSubscribe() {
  const { text, parts } = useProfile()
  if (!parts.newsletters) return null
  return (
    <section aria-labelledby="about-subscribe" className="band rounded-card p-6" data-print="hide">
      <h2 id="about-subscribe" className="text-2xl leading-tight">
        {text('aboutFormTitle')}
      </h2>
      <p className="mt-2 mb-5 font-text text-small">{text('aboutFormText')}</p>
      <SubscribeIsland placement="about_page" />
    </section>
  )
}
