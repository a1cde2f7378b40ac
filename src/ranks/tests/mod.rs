mod channels;
mod search;
mod work;
