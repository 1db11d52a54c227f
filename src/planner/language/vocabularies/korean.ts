// biome-ignore-all format: words stand several a line, by meaning
import type { Language } from '../language.ts';

export const korean: Language = {
  concepts: {
    pricing: ['가격', '요금'],
    faq: ['자주 묻는 질문', '질문'],
    features: ['기능'],
    proof: ['고객', '후기'],
    signup: ['가입', '시작'],
    login: ['로그인'],
    contact: ['문의'],
    docs: ['문서'],
    form: ['양식'],
    gallery: ['갤러리'],
    security: ['보안'],
    search: ['검색'],
    email: ['이메일'],
    menu: ['메뉴'],
    home: ['홈'],
    download: ['다운로드'],
    luggage: ['수하물'],
    cart: ['장바구니'],
    delivery: ['배송'],
    hours: ['영업시간'],
    order: ['주문'],
  },
  verbs: {
    press: ['클릭', '열기'],
    set: ['선택'],
    show: ['보여줘'],
  },
  dangers: {
    payment: ['구매', '결제'],
    deletion: ['삭제', '탈퇴'],
    'sign-out': ['로그아웃'],
  },
  controls: {
    button: ['버튼'],
    searches: ['검색'],
  },
};
