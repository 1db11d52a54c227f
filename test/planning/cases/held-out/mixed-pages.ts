import type { PlanningCase } from '../../expectation.ts';

const kiln = 'fixture/drive-shop/index.html';
const soup = 'fixture/planner-soup/index.html';
const chinese = 'fixture/planner-chinese/index.html';
const lantern = 'fixture/multilingual/index.html';
const blog = 'template/modern-business/blog-home.html';
const post = 'template/modern-business/blog-post.html';
const changelog = 'sample/changelog';

/** On fixture sites, our own changelog, and further pages of templates. */
export const onMixedPages: PlanningCase[] = [
  { page: kiln, prompt: 'Open a recipe', expect: { acts: ['click Open a recipe'] } },
  { page: kiln, prompt: 'start a free trial', expect: { acts: ['click Start free trial'] } },
  {
    page: kiln,
    prompt: 'show the glaze library',
    expect: { sections: ['Glaze library|Firing log|features'] },
  },
  { page: kiln, prompt: 'choose the large plan', expect: { acts: ['change Plan = l'] } },
  { page: kiln, prompt: 'go to the pricing page', expect: { acts: ['click Pricing'] } },
  {
    page: kiln,
    prompt: 'accept the terms and press Ask me',
    expect: { acts: ['click Terms', 'click Ask me'] },
  },

  { page: soup, prompt: 'press Get yours', expect: { acts: ['click Get yours'] } },
  { page: soup, prompt: 'what do three lamps cost', expect: { sections: ['What it costs'] } },
  { page: soup, prompt: 'open the last question', expect: { acts: ['click Is it bright enough?'] } },

  { page: chinese, prompt: '展示功能', expect: { sections: ['功能'] } },
  { page: chinese, prompt: '先展示价格，再展示客户评价', expect: { sections: ['价格', '客户评价'] } },
  { page: lantern, prompt: 'press buy now', expect: { acts: [] } },

  { page: changelog, prompt: 'show release 2.3', expect: { sections: ['Focus, hour by hour'] } },
  { page: changelog, prompt: 'return to the pricing', expect: { acts: ['click Pricing'] } },
  {
    page: changelog,
    prompt: 'what is new in exports?',
    expect: { sections: ['Leave whenever you like'] },
  },

  { page: blog, prompt: 'show the featured stories', expect: { sections: ['Featured Stories'] } },
  { page: blog, prompt: 'the latest news', expect: { sections: ['News'] } },
  { page: blog, prompt: 'press More stories', expect: { acts: ['click More stories'] } },
  {
    page: blog,
    prompt: 'open the portfolio menu and pick Portfolio Item',
    expect: { acts: ['click Portfolio', 'click Portfolio Item'] },
  },
  {
    page: post,
    prompt: 'write "Thank you for this" into the comment box',
    expect: { acts: ['change Join the discussion* = Thank you for this'] },
  },
  { page: post, prompt: 'go to the contact page', expect: { acts: ['click Contact'] } },
  {
    page: 'template/modern-business/portfolio-item.html',
    prompt: 'open the pricing, then choose the Pro plan',
    expect: { acts: ['click Pricing', 'click Choose plan'] },
  },
  {
    page: 'template/modern-business/portfolio-item.html',
    prompt: 'view the project',
    expect: { acts: ['?click View project'], sections: ['Project Title|*'] },
  },
  {
    page: 'template/sb-admin/charts.html',
    prompt: 'go to the tables',
    expect: { acts: ['click Tables'] },
  },
  {
    page: 'template/sb-admin/charts.html',
    prompt: 'show the pie chart',
    expect: { sections: ['*Chart*|content|gallery|features'] },
  },
  {
    page: 'fixture/planner-saas/docs.html',
    prompt: 'how do I import a spreadsheet?',
    expect: { sections: ['Importing a spreadsheet'] },
  },
  {
    page: 'fixture/planner-saas/pricing.html',
    prompt: 'bill yearly and start the trial',
    expect: { acts: ['click Bill me yearly', 'click Start a free trial'] },
  },
  {
    page: 'fixture/planner-saas/signup.html',
    prompt: 'fill in the form and create the account',
    seconds: 30,
    expect: {
      acts: [
        'change Full name = *',
        'change Work email = *@*',
        'change Harbour = *',
        'change Country = *',
        'change Message = *',
        'click I agree*',
        'click Create account',
      ],
    },
  },
  {
    page: 'template/sb-admin/password.html',
    prompt: 'type me@example.com into the email field',
    expect: { acts: ['change Email address = me@example.com'] },
  },
];
