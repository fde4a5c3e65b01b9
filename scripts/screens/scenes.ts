import { screens } from '../../tests/browser/screens.ts'

/**
 * The name of a picture, the address of its page (or `article` for the editor of the article with a history), and the steps before it is taken (`steps.ts`). A scene with the step `phone` is
 * taken in the small window only.
 */
export type Scene = readonly [name: string, path: string, ...steps: ReadonlyArray<string>]

const editor = 'wait .ProseMirror'
const card = 'wait role=link[name=/Open in Editor|Open .* in/]'

/** Every public screen, and its relevant states. */
export const publicScenes: ReadonlyArray<Scene> = [
  // The moving carousel: with reduced motion, which the other pictures use, it stands still.
  ['home', '/', 'motion'],
  ...screens.slice(1).map(({ name, path }): Scene => [name === 'search' ? 'search-page' : name, path]),
  ['search', '/', 'press Search', 'fill role=dialog >> role=searchbox = polymeter', 'wait a[data-hit]'],
  ['download', '/', 'press /Dub Chord MIDI Pack/'],
  ['toast', '/newsletters', 'click main form button', 'wait [data-part="toast"]'],
  ['saved-list', '/saved', 'save'],
  ['saved-offline', '/saved', 'save', 'offline', 'reload', 'wait text=You are offline.', 'online'],
  ['article-text', '/article/warp-modes', 'scroll .prose h2'],
  ['article-end', '/article/warp-modes', 'scroll #band-title'],
  ['sidebar', '/news', 'scroll #sidebar-subscribe'],
  ['footer', '/news', 'scroll footer'],
  ['home-latest', '/', 'scroll #latest-articles'],
  ['home-end', '/', 'scroll #band-title'],
  ['menu', '/', 'phone', 'click summary'],
]

/** The screens for signed-out visitors. */
export const signedOutScenes = (invitation: string): ReadonlyArray<Scene> => [
  ['admin-login', '/admin/login'],
  [
    'admin-login-failed',
    '/admin/login',
    'label Username = ada',
    'label Password = not it',
    'press Login',
    'wait [data-part="login"] [role="alert"]',
  ],
  ['admin-register', invitation],
]

const dashboard = [
  'wait [data-part="dashboard-state"] .facts',
  'wait [data-part="dashboard-state"] figure svg',
  'wait [data-part="dashboard-state"] .work-list',
  'wait role=heading[name="Remote"]',
]
const toState = 'scroll [data-part="dashboard-state"]'
const toFrame = 'scroll [data-part="editor-frame"]'
const raw = ['discard', 'wait role=textbox[name="Raw Content"]', 'raw']
const prepared = [...raw, 'press Analyze & Prepare for Editing', editor]
const tiles = ['wait .tile', 'idle']
const insert = ['click .ProseMirror p', 'press Image', 'wait $dialog >> role=tab[name="Existing Media"]']
const people = 'wait [data-part="subscriber-list"]'
const mail = [editor, 'details', 'view role=region[name="Mail"] >> role=button[name=/^Send to/]']
const preview = 'wait iframe.preview-frame >> internal:control=enter-frame >> role=heading[level=1]'
const imports = ['press Import CSV', 'wait $dialog']
const importAsked = ['click $dialog >> role=button[name="Preview"]', 'wait $dialog >> role=button[name="Another file"]']

/** The editors of an article with some history (`admin-site.ts`), and of the newest issue of the newsletter. */
const article = 'article'
const newestIssue = '/admin/draft-editor?type=newsletters&id=6'

/** Every screen and dialog of the admin, as an administrator sees it. */
export const adminScenes: ReadonlyArray<Scene> = [
  ['admin-dashboard', '/admin', ...dashboard],
  ['admin-dashboard-state', '/admin', ...dashboard, toState],
  ['admin-dashboard-conflict', '/admin', 'stopped-sync', 'reload', ...dashboard, toState, 'unroute'],
  ['admin-manage', '/admin/manage-content', card],
  ['admin-manage-issues', '/admin/manage-content?type=newsletters', card],
  ['admin-manage-create', '/admin/manage-content', 'press Create', 'wait $dialog'],
  ['admin-manage-edit', '/admin/manage-content', 'press /^Quick Edit/', 'wait $dialog >> role=textbox[name=/^Title/]'],
  ['admin-manage-delete', '/admin/manage-content', 'press /^Delete/', 'wait $dialog'],
  ['admin-manage-deleted', '/admin/manage-content?show=deleted'],
  ['admin-write', '/admin/create-content?write=true', editor],
  ['admin-create', '/admin/create-content', 'discard', 'wait role=textbox[name="Raw Content"]'],
  [
    'admin-create-filled',
    '/admin/create-content',
    ...raw,
    'files input[type="file"] = illustration',
    'press Suggest Tags',
    'wait role=button[name="Suggest Again"]',
    'click [data-part="creator-tag"]',
    'scroll html',
  ],
  ['admin-create-editing', '/admin/create-content', ...prepared],
  [
    'admin-create-seo',
    '/admin/create-content',
    ...prepared,
    'click role=tab[name="SEO Optimization"]',
    'wait text=SEO score',
  ],
  ['admin-editor', article, editor],
  ['admin-editor-text', article, editor, 'select .ProseMirror p', 'wait [data-part="floating-bar"]', toFrame],
  [
    'admin-editor-slash',
    article,
    editor,
    'click .ProseMirror p',
    'key End',
    'key Enter',
    'type /',
    'wait role=listbox',
    toFrame,
  ],
  ['admin-editor-source', article, editor, 'press Markdown source', toFrame],
  ['admin-editor-seo', article, editor, 'click role=tab[name="SEO Analysis"]', 'wait text=SEO score'],
  ['admin-editor-preview', article, editor, 'press Preview', preview],
  ['admin-editor-history', article, editor, 'press History', 'wait role=link[name="The page as it was"]'],
  [
    'admin-editor-leave',
    article,
    editor,
    'beside Excerpt = Six ways to stretch audio.',
    'press Back to Content',
    'wait $dialog',
  ],
  ['admin-editor-move', article, editor, 'details', 'press Move URL', 'wait text=/links? (here|to this article)/'],
  [
    'admin-editor-conflict',
    article,
    editor,
    'label Title = Warp modes, and when to use which',
    'click .ProseMirror p',
    'key End',
    'type  That is how I do it.',
    'commit',
    'press Save Changes',
    'wait role=dialog[name="Somebody else changed this too"]',
  ],
  [
    'admin-editor-wrong',
    article,
    editor,
    'label Title = ',
    'beside Excerpt = ',
    'press Save Changes',
    'wait text=Title is required',
  ],
  ['admin-editor-issue', newestIssue, editor, 'scroll #issue-articles'],
  ['admin-media', '/admin/media', ...tiles],
  [
    'admin-media-uploads',
    '/admin/media',
    ...tiles,
    'files input[type=file] = refused',
    'wait text=0 of 2 uploaded, 2 failed',
  ],
  [
    'admin-media-picture',
    '/admin/media',
    ...tiles,
    'label Search media = warp',
    'click .tile >> text=/warp.*png/',
    'wait $dialog >> text=Used in',
    'idle',
  ],
  ['admin-media-deleted', '/admin/media?show=deleted'],
  ['admin-image-upload', article, ...insert],
  [
    'admin-image-url',
    article,
    ...insert,
    'click $dialog >> role=tab[name="URL"]',
    'fill $dialog >> role=textbox[name=/^Image URL/] = warp.png',
    'wait $dialog >> text=Please enter a valid URL',
  ],
  [
    'admin-image-existing',
    article,
    ...insert,
    'click $dialog >> role=tab[name="Existing Media"]',
    'fill $dialog >> role=searchbox = warp',
    'click $dialog >> .tile >> text=/warp.*png/',
    'click $dialog >> role=button[name="Analyze Image"]',
    'wait $dialog >> role=button[name="Use as Alt Text"]',
  ],
  ['admin-image-featured', article, editor, 'details', 'press /^(Add|Change) Image$/', ...tiles],
  ['admin-subscribers', '/admin/subscribers', people],
  ['admin-subscribers-add', '/admin/subscribers', people, 'press Add', 'wait $dialog'],
  [
    'admin-subscribers-import',
    '/admin/subscribers',
    people,
    ...imports,
    'files $dialog >> input[type=file] = people',
    ...importAsked,
  ],
  [
    'admin-subscribers-import-asks',
    '/admin/subscribers',
    people,
    ...imports,
    'files $dialog >> input[type=file] = ghost',
    ...importAsked,
  ],
  [
    'admin-subscribers-delete',
    '/admin/subscribers',
    people,
    'press /^Actions/',
    'click role=menuitem[name=/^Delete/]',
    'wait $dialog',
  ],
  ['admin-mail', newestIssue, ...mail],
  [
    'admin-mail-preview',
    newestIssue,
    ...mail,
    'click role=region[name="Mail"] >> role=button[name="Preview as mail"]',
    preview,
  ],
  [
    'admin-mail-send',
    newestIssue,
    ...mail,
    'click role=region[name="Mail"] >> role=button[name=/^Send to/]',
    'wait $dialog',
  ],
  ['admin-downloads', '/admin/downloads', 'wait [data-part="download-row"]'],
  ['admin-download-edit', '/admin/downloads', 'wait [data-part="download-row"]', 'press /^Edit/', 'wait $dialog'],
  ['admin-download-remove', '/admin/downloads', 'wait [data-part="download-row"]', 'press /^Remove/', 'wait $dialog'],
  ['admin-site', '/admin/site', 'wait role=textbox[name=/^Tagline/]'],
  ['admin-site-page', '/admin/site?page=about', editor],
  ['admin-import', '/admin/import-newsletter', 'wait role=heading[level=1]'],
  [
    'admin-import-mails',
    '/admin/import-newsletter',
    'wait role=heading[level=1]',
    'files input[type=file] = mails',
    'wait [data-part="import-row"] >> nth=1',
    'wait iframe[title="The original mail"] >> internal:control=enter-frame >> body',
    'scroll main [data-part="import-review"]',
  ],
  ['admin-device', '/admin/device', 'wait text=Nothing waits'],
  [
    'admin-device-waiting',
    article,
    editor,
    'down',
    'beside Excerpt = Six ways to stretch audio, and one to leave it alone.',
    'press Save Changes',
    'wait text=Your last change waits on this device.',
    `goto ${newestIssue}`,
    editor,
    'beside Description = Typed on a train.',
    'pause',
    'goto /admin/device',
    'wait .device-list >> nth=1',
    'unroute',
  ],
  [
    'admin-manage-picture',
    '/admin/manage-content',
    'press /^Quick Edit/',
    'wait $dialog >> role=textbox[name=/^Content/]',
    'details',
    'view $dialog >> role=button[name="Choose from media"]',
  ],
  ['admin-account', '/admin/account'],
  ['admin-users', '/admin/users', 'press Create Invitation'],
  ['admin-user-delete', '/admin/users', 'press /^Delete grace/', 'wait $dialog'],
  [
    'admin-signed-out',
    article,
    editor,
    'beside Excerpt = Six ways to stretch audio.',
    'sign-out',
    'press Save Changes',
    'wait role=dialog[name="Sign in again"]',
    'sign-in',
  ],
]
