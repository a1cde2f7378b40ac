mod channels;
mod searches;
mod work;
