import type { PlanningCase } from '../../expectation.ts';

const freelancer = 'template/freelancer/index.html';
const grayscale = 'template/grayscale/index.html';
const admin = 'template/sb-admin/index.html';
const store = 'template/shop-homepage/index.html';
const pricing = 'template/modern-business/pricing.html';

/** On public templates from npm. */
export const onPublicTemplates: PlanningCase[] = [
  { page: freelancer, prompt: 'show the portfolio', expect: { sections: ['Portfolio'] } },
  { page: freelancer, prompt: 'who is behind this?', expect: { sections: ['About|Start Bootstrap'] } },
  {
    page: freelancer,
    prompt: 'fill in the contact form',
    seconds: 30,
    expect: {
      acts: [
        'change Full name = *',
        'change Email address = *@*',
        'change Phone number = *',
        'change Message = *',
      ],
    },
  },
  {
    page: freelancer,
    prompt: 'open the contact section and type "Hello there" into the message field',
    expect: { acts: ['click Contact', 'change Message = Hello there'] },
  },
  {
    page: freelancer,
    prompt: 'show the product',
    template: 'hero-spotlight',
    expect: { sections: ['Start Bootstrap'] },
  },
  {
    page: freelancer,
    prompt: 'click Portfolio, then About',
    expect: { acts: ['click Portfolio', 'click About'] },
  },

  {
    page: grayscale,
    prompt: 'show the projects',
    expect: { sections: ['Shoreline|*projects*|gallery|features'] },
  },
  { page: grayscale, prompt: 'Get started', expect: { acts: ['click Get Started'] } },
  {
    page: grayscale,
    prompt: 'type jo@example.com in the email field',
    expect: { acts: ['change Enter email address* = jo@example.com'] },
  },
  {
    page: grayscale,
    prompt: 'phone number and address',
    expect: { sections: ['Address|form|footer|content|*contact*'] },
  },
  { page: grayscale, prompt: 'What is it built with?', expect: { sections: ['Built with Bootstrap 5'] } },
  {
    page: grayscale,
    prompt: 'click Projects in the menu and then Contact',
    expect: { acts: ['click Projects', 'click Contact'] },
  },
  {
    page: grayscale,
    prompt: 'a trailer of the site',
    template: 'cinematic',
    expect: { sections: ['Grayscale', '*'], besides: true },
  },

  { page: admin, prompt: 'open the tables page', expect: { acts: ['click Tables'] } },
  { page: admin, prompt: 'show the data table', expect: { sections: ['DataTable*|*Dashboard*'] } },
  { page: admin, prompt: 'open the charts', expect: { acts: ['click Charts'] } },
  { page: admin, prompt: 'search for sales', expect: { acts: ['change Search for* = sales'] } },
  {
    page: admin,
    prompt: 'expand Layouts and open Light Sidenav',
    expect: { acts: ['click Layouts', 'click Light Sidenav'] },
  },
  {
    page: 'template/sb-admin/register.html',
    prompt: 'fill in the form to create an account',
    seconds: 30,
    expect: {
      acts: [
        'change First name = *',
        'change Last name = *',
        'change Email address = *@*',
        'change Password = *',
        'change Confirm password = *',
        '?click Create Account',
      ],
    },
  },
  {
    page: 'template/sb-admin/login.html',
    prompt: 'type demo@example.com as email address and tick remember password',
    expect: { acts: ['change Email address = demo@example.com', 'click Remember Password'] },
  },

  {
    page: store,
    prompt: 'open the shop menu and choose new arrivals',
    expect: { acts: ['click Shop', 'click New Arrivals'] },
  },
  {
    page: store,
    prompt: 'add the special item to the cart',
    expect: { acts: ['click Add to cart@1'] },
  },
  { page: store, prompt: 'press the cart button', expect: { acts: ['click Cart*'] } },

  {
    page: pricing,
    prompt: 'show the pro plan',
    expect: { sections: ['Pay as you grow'] },
  },
  { page: pricing, prompt: 'choose the enterprise plan', expect: { acts: ['click Choose plan@3'] } },
  { page: pricing, prompt: 'open the blog menu', expect: { acts: ['click Blog'] } },
  {
    page: 'template/modern-business/faq.html',
    prompt: 'expand the third question about website issues',
    expect: { acts: ['click Accordion Item #3@2'] },
  },
  {
    page: 'template/modern-business/about.html',
    prompt: 'our founding, then the team',
    expect: { sections: ['Our founding', 'Our team'] },
  },
  {
    page: 'template/modern-business/portfolio-overview.html',
    prompt: 'show the work and press contact us',
    expect: { sections: ['Our Work'], acts: ['click Contact us'], besides: true },
  },
];
