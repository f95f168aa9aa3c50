-- ISO 3166 alpha-2: the country whose number plates a camera mostly sees. Its formats tell O from 0 and I from 1.
alter table camera add column lpr_country text check (lpr_country ~ '^[A-Z]{2}$');
