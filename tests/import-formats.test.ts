import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importSite } from './import-fixture.ts'
import { ghostExport, wxr, wxrItem } from './sample-exports.ts'
import { photo } from './sample-pictures.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test('a text of WordPress comes in with its author, terms, dates, pictures and old addresses', async () => {
  await using site = await importSite()
  const file = await site.write('wp', {
    'export.xml': wxr([
      wxrItem(9, {
        type: 'attachment',
        attachment: 'https://old.example.org/wp-content/uploads/2020/01/rose.jpg',
        meta: { _wp_attachment_image_alt: 'A rose' },
      }),
      wxrItem(1, {
        title: 'Roses &amp; thorns',
        categories: ['Roses', 'Mixing'],
        tags: ['red'],
        excerpt: 'About roses.',
        meta: { _thumbnail_id: '9', rating: '5', _edit_last: '1' },
        body: 'See <a href="https://old.example.org/2020/01/post-2/#x">two</a> and <a href="/?p=2">short</a>.\n\n[caption width="300"]<img src="https://old.example.org/wp-content/uploads/2020/01/rose-300x200.jpg" alt="A rose" /> The rose[/caption]',
      }),
      wxrItem(2, { status: 'draft', date: '2020-01-03 10:00:00' }),
      wxrItem(3, { status: 'future', date: '2099-01-01 00:00:00' }),
      wxrItem(4, { type: 'page', name: 'contact' }),
    ]),
    'wp-content/uploads/2020/01/rose.jpg': await photo('jpeg'),
  })
  const { report } = await site.import('wordpress', file)
  expect(report).toMatchObject({
    texts: 4,
    fresh: 4,
    refused: 0,
    pictures: { found: 1, missing: [] },
  })
  expect(report.rows.map(({ status }) => status)).toEqual([
    'published',
    'draft',
    'scheduled',
    'published',
  ])
  expect(await site.text('articles/2020/post-1.md')).toBe(`---
title: Roses & thorns
excerpt: About roses.
category: Roses
tags: [red, mixing]
readTime: 1
author: Wren Writer
publishedAt: "2020-01-02T10:00:00Z"
imageUrl: /media/2020/rose.jpg
imageAlt: A rose
rating: 5
aliases: [/2020/01/post-1/, /?p=1]
importedFrom: wordpress https://old.example.org/?p=1
---

See [two](/article/post-2#x) and [short](/article/post-2).

![A rose](/media/2020/rose.jpg)

*The rose*
`)
  expect(report.authors).toEqual([{ name: 'Wren Writer', address: '/author/wren' }])
  expect(await site.text('authors/wren.md')).toBe('---\nname: Wren Writer\n---\n')
  expect(await site.text('articles/2020/post-2.md')).toContain('draft: true\n')
  // The old address has a day in it only because the sample makes all addresses so.
  expect(await site.text('pages/2020/01/contact.md')).toContain('aliases: [/?page_id=4]\n')
})

test('footnotes of WordPress, which are stored apart from their text, come in as footnotes', async () => {
  await using site = await importSite()
  const body = `<!-- wp:paragraph -->
<p>Sow<sup data-fn="a-1" class="fn"><a id="a-1-link" href="#a-1">1</a></sup> now<sup data-fn="b-2" class="fn"><a id="b-2-link" href="#b-2">2</a></sup>.</p>
<!-- /wp:paragraph -->

<!-- wp:footnotes /-->`
  const footnotes = JSON.stringify([
    { content: 'In <em>March</em>.', id: 'a-1' },
    { content: 'Not later.', id: 'b-2' },
  ])
  const { report } = await site.import('wordpress', {
    'export.xml': wxr([wxrItem(1, { body, meta: { footnotes } })]),
  })
  expect(report.complaints.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The lists of days/),
  ])
  expect(report.fields).toEqual([])
  expect((await site.text('articles/2020/post-1.md')).split('---\n')[2]).toBe(
    '\nSow[^1] now[^2].\n\n[^1]: In *March*.\n\n[^2]: Not later.\n',
  )
})

test('a text of WordPress comes in with its shared blocks and earlier addresses, and its comments are named', async () => {
  await using site = await importSite()
  const item = wxrItem(1, {
    body: '<!-- wp:paragraph -->\n<p>Sow.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:block {"ref":7} /-->\n\n<!-- wp:block {"ref":8} /-->',
    excerpt: 'Peas &amp; beans',
    meta: { _wp_old_slug: 'first-name' },
  }).replace(
    '</item>',
    '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>Ada</wp:comment_author><wp:comment_author_IP>192.0.2.1</wp:comment_author_IP><wp:comment_content>Thanks.</wp:comment_content></wp:comment></item>',
  )
  const { report } = await site.import('wordpress', {
    'export.xml': wxr([
      item,
      wxrItem(7, {
        type: 'wp_block',
        body: '<!-- wp:paragraph --><p>Water it.</p><!-- /wp:paragraph -->',
      }),
    ]),
  })
  expect(report.complaints.map(({ message }) => message)).toEqual([
    'Comments of readers do not come in, but into a file: 1',
    'The lists of days, months and years have no pages here: /2020/01/',
    expect.stringContaining("The block 'block' is filled in by WordPress"),
  ])
  expect(report.rows[0]?.addresses).toEqual(['/2020/01/post-1/', '/2020/01/first-name/', '/?p=1'])
  const [, head, body] = (await site.text('articles/2020/post-1.md')).split('---\n')
  expect(head).toContain('excerpt: Peas & beans\n')
  expect(body).toBe('\nSow.\n\nWater it.\n\n<!-- wp:block {"ref":8} /-->\n')
})

test('an export of Ghost comes in with its folder of images', async () => {
  await using site = await importSite()
  const file = await site.write('ghost', {
    'ghost.json': ghostExport([
      {
        title: 'Rose',
        slug: 'rose',
        feature_image: '__GHOST_URL__/content/images/2021/rose.jpg',
        custom_excerpt: 'In short.',
        html: '<p>To <a href="__GHOST_URL__/other/">the other</a></p><img src="__GHOST_URL__/content/images/size/w600/2021/rose.jpg" alt="A rose">',
      },
      { title: 'Other', slug: 'other', html: '<p>Words.</p>' },
      { title: 'Paid', slug: 'paid', visibility: 'paid', html: '<p>Words.</p>' },
      { title: 'Draft', slug: 'draft', status: 'draft', published_at: null, html: '<p>Words.</p>' },
    ]),
    'content/images/2021/rose.jpg': await photo('jpeg'),
    'members.example.csv': 'email,subscribed_to_emails\nada@example.org,true\n',
  })
  const { report } = await site.import('ghost', file)
  expect(report.rows.map(({ status }) => status)).toEqual([
    'published',
    'published',
    'draft',
    'draft',
  ])
  expect(report.members).toEqual(['members.example.csv'])
  expect(report.complaints.map(({ message }) => message)).toEqual([
    expect.stringContaining("'paid'"),
  ])
  expect(await site.text('articles/2021/rose.md')).toBe(`---
title: Rose
excerpt: In short.
metaDescription: For search engines.
category: Roses
tags: [Climbers]
readTime: 1
author: Wren Writer
publishedAt: "2021-05-06T07:08:09Z"
imageUrl: /media/2021/rose.jpg
imageAlt: A rose
aliases: [/rose/]
importedFrom: ghost uuid-0
---

To [the other](/article/other)

![A rose](/media/2021/rose.jpg)
`)
})

test('links to what does not come in are named, and none keeps the word that Ghost writes for its own address', async () => {
  await using site = await importSite()
  const { report } = await site.import('ghost', {
    'ghost.json': ghostExport([
      {
        title: 'Rose',
        slug: 'rose',
        html: '<p><a href="__GHOST_URL__/content/files/plan.pdf">Plan</a> <a href="https://ghost.example.org/tag/roses/">Roses</a> <a href="https://ghost.example.org/rose/">Here</a> <a href="https://e.org/a.pdf">Else</a></p><figure class="kg-card kg-video-card"><video src="__GHOST_URL__/content/media/bed.mp4"></video></figure>',
      },
      { title: 'Empty', slug: 'empty', html: null, lexical: '{"root":{}}' },
    ]),
  })
  const kept = (address: string) =>
    `The link to '${address}' stays as it is: what it leads to does not come in`
  expect(report.complaints.map(({ message }) => message)).toEqual([
    kept('/content/files/plan.pdf'),
    kept('https://ghost.example.org/tag/roses/'),
    kept('/content/media/bed.mp4'),
    'The post has neither HTML nor plain text in the export; it comes in empty, as a draft',
  ])
  expect(report.rows.map(({ status }) => status)).toEqual(['published', 'draft'])
  expect((await site.text('articles/2021/rose.md')).split('---\n')[2]).toBe(
    '\n[Plan](/content/files/plan.pdf) [Roses](https://ghost.example.org/tag/roses/) [Here](/article/rose) [Else](https://e.org/a.pdf)\n\n[/content/media/bed.mp4](/content/media/bed.mp4)\n',
  )
})

test('an archive of Substack comes in', async () => {
  await using site = await importSite()
  const zip = zipSync({
    'posts.csv': utf8(
      'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url\n101.first-frost,2022-11-01T08:00:00.000Z,true,,,newsletter,everyone,First frost,What to cover,\n102.paid,2022-11-02T08:00:00.000Z,true,,,newsletter,only_paid,For payers,,\n103.gone,,false,,,newsletter,everyone,Gone,,\n',
    ),
    'posts/101.first-frost.html': utf8(
      '<p>Cover the beds.</p><div id="youtube2-abc" class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;abcdefghijk&quot;}"></div><div class="subscription-widget-wrap"><p>Subscribe now</p></div>',
    ),
    'posts/102.paid.html': utf8('<p>Secret.</p>'),
    'email_list.old.csv': utf8('email,active_subscription\nada@example.org,false\n'),
  })
  const { report } = await site.import('substack', { 'export.zip': zip })
  expect(report.rows.map(({ title, status, addresses }) => [title, status, addresses])).toEqual([
    ['First frost', 'published', ['/p/first-frost']],
    ['For payers', 'draft', ['/p/paid']],
    ['Gone', 'draft', ['/p/gone']],
  ])
  expect(report.members).toEqual(['email_list.old.csv'])
  expect((await site.text('articles/2022/first-frost.md')).split('---\n')[2]).toBe(
    '\nCover the beds.\n\n<https://www.youtube.com/watch?v=abcdefghijk>\n',
  )
})

test('emails of Buttondown become numbered issues', async () => {
  await using site = await importSite()
  const email = (id: string, subject: string, more = '') =>
    utf8(
      `---\nid: ${id}\nsubject: ${subject}\nstatus: sent\nslug: ${subject.toLowerCase()}\npublish_date: 2023-03-0${id}T10:00:00Z\n${more}---\n\nThe words of ${subject}.\n`,
    )
  const zip = zipSync({
    'emails/spring.md': email('1', 'Spring', 'description: In short.\n'),
    'emails/summer.md': email('2', 'Summer', 'email_type: premium\n'),
    'subscribers.csv': utf8('email_address,type\nada@example.org,regular\n'),
  })
  const { report } = await site.import('buttondown', { 'export.zip': zip })
  expect(report.rows.map(({ to, status }) => [to, status])).toEqual([
    ['newsletters', 'published'],
    ['newsletters', 'draft'],
  ])
  expect(report.members).toEqual(['subscribers.csv'])
  expect(await site.text('newsletters/2023/001-spring.md')).toBe(`---
title: Spring
description: In short.
issueNumber: 1
publishedAt: "2023-03-01T10:00:00Z"
aliases: [/archive/spring/]
importedFrom: buttondown 1
---

The words of Spring.
`)
})

test('campaigns of Mailchimp become issues; what the service fills in stays out', async () => {
  await using site = await importSite()
  const zip = zipSync({
    'campaigns.csv': utf8(
      'Title,Subject,Unique Id,Send Date\nApril mail,April in the garden,abc123,2021-04-01 09:00:00\n',
    ),
    'campaigns_content/abc123_april-mail.html': utf8(
      '<html><head><title>*|MC:SUBJECT|*</title><style>p{}</style></head><body><table><tr><td><h1>April</h1><p>Sow the peas.</p></td></tr></table><p><a href="*|UNSUB|*">unsubscribe</a></p><img src="https://x.list-manage.com/track/open.php?u=1" width="1" height="1"></body></html>',
    ),
    'lists/members_1/subscribed.csv': utf8('Email Address\nada@example.org\n'),
  })
  const { report } = await site.import('mailchimp', { 'export.zip': zip })
  expect(report).toMatchObject({ fresh: 1, members: ['lists/members_1/subscribed.csv'] })
  const text = await site.text('newsletters/2021/001-april-in-the-garden.md')
  expect(text).toContain('title: April in the garden\n')
  expect(text).toContain('Sow the peas.')
  expect(text).not.toMatch(/unsubscribe|track|MC:SUBJECT/)
})

test('a campaign of Mailchimp is read without the tables that lay it out, and its data stay a table', async () => {
  await using site = await importSite()
  const cell = (inner: string) =>
    `<table width="100%" cellpadding="0"><tr><td align="center">${inner}</td></tr></table>`
  const mail = `<body><span style="display:none">Preview of the mail</span><table><tr><td>${cell(
    '<a href="*|ARCHIVE|*">View this email in your browser</a>',
  )}${cell('<img src="images/peas.png" alt="Peas">')}${cell(
    '<h1>Hello *|FNAME:Friend|*</h1><p>Sow the <b>peas</b>.</p><ul><li>in March</li></ul>',
  )}${cell('<table><tr><td>Peas</td><td>3 cm</td></tr><tr><td>Beans</td><td>5 cm</td></tr></table>')}${cell(
    'Our address: *|LIST:ADDRESS|*<br>You can <a href="*|UNSUB|*">unsubscribe from this list</a>.',
  )}</td></tr></table></body>`
  const { report } = await site.import('mailchimp', {
    'campaigns.csv': 'Title,Subject,Unique Id,Send Date\nApril,April,abc1,2021-04-01 09:00:00\n',
    'campaigns_content/abc1_april.html': mail,
    'campaigns_content/images/peas.png': await photo('png'),
  })
  expect((await site.text('newsletters/2021/001-april.md')).split('---\n')[2]).toBe(`
![Peas](/media/2021/peas.png)

## Hello \\*|FNAME:Friend|\\*

Sow the **peas**.

- in March

|       |      |
| ----- | ---- |
| Peas  | 3 cm |
| Beans | 5 cm |
`)
  expect(report.complaints.map(({ message }) => message)).toEqual([
    'Parts of the mail that are about the subscription were left out: 2',
    'Mailchimp fills in *|FNAME:Friend|*; it stays in the text as it is',
  ])
})

test('the folder of a Jekyll site is the export: its pictures are found, and its addresses have categories and base', async () => {
  await using site = await importSite()
  const { report } = await site.import('markdown', {
    '_config.yml': 'baseurl: /blog\npermalink: pretty\n',
    '_posts/2020-05-06-peas.md':
      '---\ntitle: Peas\ncategories: beds sheds\nimage: /assets/peas.jpg\n---\n\n![Peas]({{ "/assets/peas.jpg" | relative_url }})\n\n[Beans](/blog/2020/05/07/beans/)\n',
    '_posts/2020-05-07-beans.md': '---\ntitle: Beans\n---\n\nBeans.\n',
    'assets/peas.jpg': await photo('jpeg'),
  })
  expect(report.pictures).toEqual({ found: 1, missing: [] })
  expect(report.rows.map(({ category, addresses }) => [category, addresses])).toEqual([
    ['beds', ['/beds/sheds/2020/05/06/peas/', '/blog/beds/sheds/2020/05/06/peas/']],
    ['', ['/2020/05/07/beans/', '/blog/2020/05/07/beans/']],
  ])
  expect(await site.text('articles/2020/peas.md')).toContain(`imageUrl: /media/2020/peas.jpg
aliases: [/beds/sheds/2020/05/06/peas/, /blog/beds/sheds/2020/05/06/peas/]
importedFrom: markdown _posts/2020-05-06-peas.md
---

![Peas](/media/2020/peas.jpg)

[Beans](/article/beans)
`)
})

test('the mapping decides what types, categories and fields become', async () => {
  await using site = await importSite()
  const file = await site.write('wp', {
    'export.xml': wxr([
      wxrItem(1, { categories: ['Old'], meta: { stars: '4', secret: 'x' } }),
      wxrItem(2, { type: 'page' }),
      wxrItem(3, { type: 'product' }),
    ]),
  })
  const { report } = await site.import('wordpress', file, {
    kinds: { post: 'news', product: 'skip' },
    categories: { Old: 'mixing' },
    fields: { stars: 'rating', secret: 'skip' },
  })
  expect(report).toMatchObject({ fresh: 2, skipped: 1 })
  expect(await site.files()).toEqual([
    'authors/wren.md',
    'news/2020/post-1.md',
    'pages/2020/01/post-2.md',
  ])
  const text = await site.text('news/2020/post-1.md')
  expect(text).toContain('category: mixing\n')
  expect(text).toContain('rating: 4\n')
  expect(text).not.toContain('secret')
})

test('a second run adds only what is new, keeps edits, and an import is taken back as one commit', async () => {
  await using site = await importSite()
  const before = await site.files()
  const first = await site.import('wordpress', { 'export.xml': wxr([wxrItem(1), wxrItem(2)]) })
  await site.repository.write(
    'content/articles/2020/post-1.md',
    (await site.text('articles/2020/post-1.md')).replace('Words of post 1', 'Edited words'),
  )
  await site.repository.commit('Edit')
  const grown = await site.write('two', { 'export.xml': wxr([wxrItem(1), wxrItem(2), wxrItem(3)]) })
  const second = await site.import('wordpress', grown)
  expect(second.report).toMatchObject({ texts: 3, fresh: 1, known: 2 })
  expect(await site.text('articles/2020/post-1.md')).toContain('Edited words')
  const tip = await site.repository.git('rev-parse', 'HEAD')
  // The author is here already, too.
  expect(second.report.authors).toEqual([])
  const third = await site.import('wordpress', grown)
  expect(third).toMatchObject({ commit: null, report: { fresh: 0, known: 3 } })
  expect(await site.repository.git('rev-parse', 'HEAD')).toBe(tip)
  await expect(site.undo(first.commit ?? '')).rejects.toThrow('post-1.md')
  await site.undo(second.commit ?? '')
  expect(await site.files()).toEqual([
    ...before,
    'articles/2020/post-1.md',
    'articles/2020/post-2.md',
    'authors/wren.md',
  ])
  await expect(site.undo('0'.repeat(40))).rejects.toThrow('There is no such import.')
})

test('names that every object has are names like any other: types, categories, tags, fields and authors', async () => {
  await using site = await importSite()
  const odd = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']
  const files = Object.fromEntries(
    odd.map((name, at) => [
      `_posts/2020-01-02-text-${at}.md`,
      `---\ntitle: Text ${at}\npermalink: ${name}\ntype: ${name}\ncategories: [${name}]\ntags: [${name}]\nauthor: ${name}\n${name}: kept\n---\n\nWords of ${at}.\n`,
    ]),
  )
  const { report, commit } = await site.import('markdown', files)
  expect(report).toMatchObject({ texts: odd.length, fresh: odd.length, refused: 0 })
  expect(commit).toBeTruthy()
  const texts = await Promise.all(
    (await site.files()).filter((file) => file.startsWith('articles/')).map(site.text),
  )
  for (const [at, name] of odd.entries())
    expect(texts.find((text) => text.includes(`Words of ${at}.`))).toMatch(
      new RegExp(`category: ${name}\\n[^]*tags:[^]*${name}`),
    )
})
