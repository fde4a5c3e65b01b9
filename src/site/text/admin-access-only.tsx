import { useTexts } from '../../ui/site-profile.tsx'
import { NotFound } from '../not-found.tsx'

/**
 * The page at /auth (specification, section 2); `closedCode`: the address contains an invalid
 * invitation code.
 */
export function AdminAccessOnly({ closedCode = false }: { closedCode?: boolean }) {
  const text = useTexts()
  return (
    <NotFound
      title={text('adminOnly')}
      text={text(closedCode ? 'invitationEnded' : 'adminOnlyText')}
      links={[
        { label: text('home'), href: '/' },
        { label: text('adminLogin'), href: '/admin/login' },
      ]}
    />
  )
}
